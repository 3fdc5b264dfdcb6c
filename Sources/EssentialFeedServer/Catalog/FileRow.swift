import Foundation
import GRDB

/// What is known about a file, in the order of the files' life.
enum FileState: Int {
    /// A known photo's file that must be read again: its photo stays published until then.
    case changed = 0
    case unread
    case photo
    /// Another file has the same photo and comes first by path.
    case duplicate
    case notAnImage
    case incomplete
    case empty
    case unreadable
    /// It was being written or removed when it was to be read.
    case unsettled
    /// No picture can be made of it.
    case undecodable
}

/// A file in the database.
struct FileRow {
    static let columns =
        "number, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds, state, revision, photo"

    let number: Int64
    let stamp: FileStamp
    let state: FileState
    let revision: Int64
    let photo: Int64?

    init(_ row: Row) throws {
        number = row[0]
        stamp = FileStamp(row, from: 1)
        guard let state = FileState(rawValue: row[7]) else { throw CatalogError.damaged }
        self.state = state
        revision = row[8]
        photo = row[9]
    }
}

extension FileStamp {
    /// Reads six columns from the given one on.
    init(_ row: Row, from column: Int) {
        self.init(
            size: row[column], inode: UInt64(bitPattern: row[column + 1]),
            modified: Time(seconds: row[column + 2], nanoseconds: row[column + 3]),
            changed: Time(seconds: row[column + 4], nanoseconds: row[column + 5]))
    }

    /// The values of the six columns.
    var values: [(any DatabaseValueConvertible)?] {
        [
            size, Int64(bitPattern: inode), modified.seconds, modified.nanoseconds, changed.seconds,
            changed.nanoseconds,
        ]
    }
}

extension FolderPath {
    var data: Data { Data(bytes) }

    init(_ data: Data) {
        self.init(bytes: Array(data))
    }
}

import Foundation
import GRDB

/// The state of a file, in the order of a file's life cycle.
enum FileState: Int {
    /// The file of a known photo must be read again; the photo stays published until then.
    case changed = 0
    case unread
    case photo
    /// Another file contains the same photo and sorts first by path.
    case duplicate
    case notAnImage
    case incomplete
    case empty
    case unreadable
    /// The file was being written or removed during the read.
    case unsettled
    /// The file can't be decoded.
    case undecodable
}

/// A file's row in the database.
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
    /// Reads six columns, starting at the given one.
    init(_ row: Row, from column: Int) {
        self.init(
            size: row[column], inode: UInt64(bitPattern: row[column + 1]),
            modified: Time(seconds: row[column + 2], nanoseconds: row[column + 3]),
            changed: Time(seconds: row[column + 4], nanoseconds: row[column + 5]))
    }

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

import Foundation
import GRDB

/// The files of a folder that aren't served: the first few of each kind by path, and the number of each kind.
public struct LeftOutFiles: Hashable, Sendable {
    struct Kind: Hashable, Sendable {
        var first: [FolderNotice] = []
        var count = 0
    }

    /// The reason a file isn't served.
    public enum Reason: Hashable, Sendable {
        /// The file isn't a photo in a supported format.
        case notAnImage
        /// The file is truncated.
        case incomplete
        /// The file is empty.
        case empty
        /// The file can't be read.
        case unreadable
        /// The file can't be decoded.
        case undecodable
    }

    /// A file that isn't served.
    public struct File: Hashable, Sendable {
        /// The path below the folder, in one line.
        public let path: String
        /// The reason the file isn't served.
        public let reason: Reason
    }

    var kinds: [Kind] = []

    /// Log lines that list the files.
    var lines: [String] {
        kinds.flatMap { FolderNotice.lines($0.first, count: $0.count) }
    }

    /// The first files of each reason, without duplicates of served photos.
    public var files: [File] { kinds.flatMap { $0.first.compactMap(File.init) } }

    /// The number of all files, without duplicates of served photos.
    public var count: Int { kinds.reduce(0) { $0 + ($1.first.first.flatMap(File.init) == nil ? 0 : $1.count) } }
}

extension LeftOutFiles.File {
    fileprivate init?(_ notice: FolderNotice) {
        switch notice {
        case .notAnImage(let path): self.init(path: path.displayText, reason: .notAnImage)
        case .incomplete(let path): self.init(path: path.displayText, reason: .incomplete)
        case .empty(let path): self.init(path: path.displayText, reason: .empty)
        case .unreadable(let path, _): self.init(path: path.displayText, reason: .unreadable)
        case .undecodable(let path, _): self.init(path: path.displayText, reason: .undecodable)
        default: return nil
        }
    }
}

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

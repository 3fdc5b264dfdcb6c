public import EssentialFeed
import Files
public import Foundation
import GRDB
import SystemPackage

/// The reason a cache operation failed.
///
/// Every cache error in this module has this type. Two errors are equal if they have the same kind.
public struct StoreError: FeedStoreError, Equatable {
    /// What happened, grouped by remedy.
    public enum Kind: Hashable, Sendable {
        /// The disk holds no database, or a damaged one. Deleting the cache helps.
        case corrupt
        /// The disk is full.
        case full
        /// The disk can be read but not written.
        case readOnly
        /// The cache folder can't be created or opened.
        case inaccessible
        /// Another program writes to this cache.
        case inUse
        /// A newer version of this program wrote the cache.
        case newerVersion
        /// The image alone exceeds the limit, in bytes, for all cached images.
        case imageTooLarge(limit: Int)
        /// Another connection kept the database locked past the store's timeout.
        case busy
        /// The disk failed to read or write.
        case inputOutput
        /// Any other error; see ``StoreError/cause``.
        case other
    }

    /// What happened.
    public let kind: Kind
    /// The underlying error, for the log.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ kind: Kind, cause: (any Error)? = nil) {
        self.kind = kind
        self.cause = cause
    }

    public static func == (left: StoreError, right: StoreError) -> Bool { left.kind == right.kind }

    /// Whether the same call may succeed later.
    public var isTransient: Bool { kind == .busy || kind == .inUse }

    /// Whether the data on disk is damaged; if so, validation deletes it.
    public var isDamage: Bool { kind == .corrupt }
}

extension StoreError: CustomStringConvertible, LocalizedError {
    public var errorDescription: String? { description }

    public var description: String {
        switch kind {
        case .corrupt: "the cache is damaged; clear it to start again"
        case .full: "there is no room for the cache on the disk"
        case .readOnly: "the cache folder can’t be written"
        case .inaccessible: "the cache folder can’t be opened"
        case .inUse: "the cache is in use by another program"
        case .newerVersion: "a newer version of this program wrote the cache"
        case .imageTooLarge(let limit): "the image exceeds the cache's limit of \(limit) bytes"
        case .busy: "the cache is busy"
        case .inputOutput: "the disk failed to read or write the cache"
        case .other: "the cache failed"
        }
    }
}

extension StoreError {
    /// Runs disk work and turns database and file system errors into ``StoreError``s.
    ///
    /// Other errors, including cancellation, pass through.
    static func wrapping<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch let error as FileSystemError {
            throw StoreError(error)
        } catch let error as FileLockError {
            switch error {
            case .inUse: throw StoreError(.inUse, cause: error)
            case .system(let error): throw StoreError(error)
            }
        }
    }

    /// Creates an error from any other error. A ``StoreError`` is kept; all others become ``Kind/other``.
    init(_ error: any Error) { self = error as? StoreError ?? StoreError(.other, cause: error) }

    init(_ error: DatabaseError) {
        // SQLite creates its shared memory file first; on a full disk, that fails with its own error code.
        guard error.extendedResultCode != .SQLITE_IOERR_SHMSIZE else {
            self.init(.full, cause: error)
            return
        }
        let kind: Kind =
            switch error.resultCode {
            // If SQLite rejects one of our statements, the tables aren't ours.
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: .corrupt
            case .SQLITE_FULL: .full
            case .SQLITE_READONLY: .readOnly
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .inaccessible
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_IOERR: .inputOutput
            default: .other
            }
        self.init(kind, cause: error)
    }

    init(_ error: FileSystemError) {
        let kind: Kind =
            switch error.errno {
            case .fileTooLarge: .full
            case _ where error.errno.isDiskFull: .full
            case .readOnlyFileSystem: .readOnly
            case .permissionDenied, .notPermitted, .notDirectory, .isDirectory, .noSuchFileOrDirectory,
                .tooManySymbolicLinkLevels, .fileNameTooLong:
                .inaccessible
            case .ioError: .inputOutput
            default: .other
            }
        self.init(kind, cause: error)
    }
}

import Foundation
import GRDB

extension StoreError {
    /// Runs work on the disk, so that each failure that comes from the database or the file system is a ``StoreError``.
    /// Other errors, cancellation among them, pass through.
    static func wrapping<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch let error as FileSystemError {
            throw StoreError(error)
        }
    }

    init(_ error: DatabaseError) {
        // What SQLite makes first where it opens a database: the file is refused where there is no room for it.
        guard error.extendedResultCode != .SQLITE_IOERR_SHMSIZE else {
            self.init(.full, cause: error)
            return
        }
        let kind: Kind =
            switch error.resultCode {
            // The statements are ours: one that SQLite does not understand finds other tables than ours.
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
            switch error.code {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EROFS: .readOnly
            case EACCES, EPERM, ENOTDIR, EISDIR, ENOENT, ELOOP, ENAMETOOLONG: .inaccessible
            case EIO: .inputOutput
            default: .other
            }
        self.init(kind, cause: error)
    }
}

import Files
import GRDB
import SystemPackage

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
    init(_ error: any Error) {
        self = error as? StoreError ?? StoreError(.other, cause: error)
    }

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
            case .noSpace, .diskQuotaExceeded, .fileTooLarge: .full
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

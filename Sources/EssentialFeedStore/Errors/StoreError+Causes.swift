import GRDB
import SystemPackage

extension StoreError {
    /// Runs work on the disk and turns errors of the database and of the file system into ``StoreError``s.
    ///
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

    /// Creates an error from any other one, of kind ``Kind/other`` unless that is a ``StoreError``.
    init(_ error: any Error) {
        self = error as? StoreError ?? StoreError(.other, cause: error)
    }

    init(_ error: DatabaseError) {
        // SQLite first makes its shared memory file, which fails with a code of its own if the disk is full.
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

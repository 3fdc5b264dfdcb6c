import FileLocks
import GRDB
import SystemPackage

/// The reason a catalog on disk can't be used.
enum CatalogError: Error, Hashable, CustomStringConvertible {
    /// Another server uses the catalog.
    case inUse
    /// A newer version of this program created the catalog.
    case newerVersion
    /// A row has a value that the program never writes.
    case damaged
    case system(Errno)

    init(_ error: FileLockError) {
        switch error {
        case .inUse: self = .inUse
        case .system(let errno, _): self = .system(errno)
        }
    }

    var description: String {
        switch self {
        case .inUse: "another server uses it"
        case .newerVersion: "a newer version of this program wrote it"
        case .damaged: "it is damaged"
        case .system(let errno): errno.description
        }
    }
}

extension DatabaseError {
    /// Whether the file is damaged or isn't a database.
    var isDamage: Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode)
    }

    /// Whether the disk can't be written to.
    var isOfTheDisk: Bool {
        [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode)
    }
}

import Files
import GRDB

// On a full disk, comments, reactions and photos of friends are refused with status 507 (FriendsError.full), while the
// smaller images (SizeFiles) make room for new ones and for invitations.

extension FileError {
    /// Whether removing files makes room.
    var isDiskFull: Bool { if case .system(let error) = self { error.isDiskFull } else { false } }
}

extension DatabaseError {
    /// SQLite reports an exhausted quota, or a limit on the size of files, as a failed write.
    var isDiskFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_WRITE }
}

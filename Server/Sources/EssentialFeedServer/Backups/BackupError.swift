public import EssentialFeed
import Foundation

/// The reason a server's state can't be backed up or restored. Nothing has changed then.
public enum BackupError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The backup would replace something.
    case exists(path: String)
    /// There is nothing at the path.
    case missing(path: String)
    /// The state folder has nothing to back up.
    case emptyState(path: String)
    /// The state folder has no catalog of the photo folder.
    case unknownFolder(path: String)
    /// The path of the backup doesn't lead to a folder.
    case notAFolder(path: String)
    /// The folder isn't a backup.
    case notABackup(path: String)
    /// The file isn't part of the backup.
    case unknownFile(path: String)
    /// The backup, or a file in it, has changed since it was written.
    case changed(path: String)
    /// A newer version of the program wrote the backup.
    case newerVersion(path: String)
    /// See ``EarlierVersionError``.
    case earlierVersion(path: String)
    /// The backup has no catalog or several, but a photo folder takes exactly one.
    case notOneCatalog(path: String, count: Int)
    /// A running server, or another command that restores, uses the state.
    case inUse(path: String)
    /// A catalog in the state folder is damaged.
    case damagedCatalog(path: String)
    /// A newer version of the program wrote a catalog in the state folder.
    case newerCatalog(path: String)
    /// A version before 0.2.0 wrote a catalog in the state folder; see ``EarlierVersionError``.
    case earlierCatalog(path: String)
    /// The tokens in the state folder can't be read.
    case unusableTokens(AccessError)
    /// The backup, or a file of the state, can't be read.
    case unreadable(path: String, reason: String)
    /// The backup can't be written.
    case unwritable(path: String, reason: String)
    /// The state folder, or the folder that it is in, can't be written.
    case unwritableState(path: String, reason: String)
    /// The state folder can't be exchanged as a whole.
    case irreplaceable(path: String, reason: String)

    package var message: Message {
        switch self {
        case .exists(let path):
            Message("\(path) already exists and isn’t an empty folder; choose another name")
        case .missing(let path): Message("there is no \(path); check the path")
        case .emptyState(let path):
            Message("there is nothing to back up in \(path); name the server’s state folder with --state")
        case .unknownFolder(let path):
            Message(
                "the state has no catalog of \(path); use the folder and the --state that the server was started with"
            )
        case .notAFolder(let path):
            Message("\(path) isn’t a folder; use a folder that essential-feed backup wrote")
        case .notABackup(let path):
            Message("\(path) isn’t a backup; use a folder that essential-feed backup wrote")
        case .unknownFile(let path):
            Message("\(path) isn’t part of the backup; move it to another folder")
        case .changed(let path):
            Message("\(path) has changed since it was written; copy it again, or use another backup")
        case .newerVersion(let path), .newerCatalog(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .earlierVersion(let path), .earlierCatalog(let path): EarlierVersionError(path: path).message
        case .notOneCatalog(let path, 0):
            Message("\(path) has no catalog of a photo folder; leave the folder out to restore the tokens")
        case .notOneCatalog(let path, let count):
            Message(
                "\(path) has the catalogs of \(count) folders; leave the folder out to restore all of them, or use a backup of one folder"
            )
        case .inUse(let path):
            Message("a server or another command uses \(path); stop it first")
        case .damagedCatalog(let path):
            Message("\(path) is damaged; restore an earlier backup, or delete the file to rebuild it")
        case .unusableTokens(let error): error.message
        case .unreadable(let path, let reason):
            Message("can’t read \(path): \(reason); make it readable to this user")
        case .unwritable(let path, let reason), .unwritableState(let path, let reason):
            Message("can’t write \(path): \(reason); check the folder and its disk")
        case .irreplaceable(let path, let reason):
            Message(
                "can’t replace \(path) as a whole: \(reason); restore into another folder with --state, and let the server use that one"
            )
        }
    }
}

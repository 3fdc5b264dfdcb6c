public import EssentialFeed
import Foundation

/// The reason the friends' database can't be used.
public enum FriendsFileError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The file is damaged. The server doesn't start, or data would be lost unnoticed.
    case damaged(path: String)
    /// A newer version of the program wrote the file.
    case newerVersion(path: String)
    /// See ``EarlierVersionError``.
    case earlierVersion(path: String)
    /// Another program has changed the file's tables, or added triggers.
    case foreign(path: String)
    /// The file can't be opened.
    case unusable(path: String, reason: String)

    package var message: Message {
        switch self {
        case .damaged(let path):
            Message(
                "\(path) is damaged; restore a backup, or move the file away to continue without the comments and photos in it"
            )
        case .newerVersion(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .earlierVersion(let path): EarlierVersionError(path: path).message
        case .foreign(let path):
            Message(
                "\(path) has tables or triggers that this program doesn’t make; restore a backup, or move the file away to continue without the comments and photos in it"
            )
        case .unusable(let path, let reason):
            Message("can’t open \(path): \(reason); check the folder and its disk")
        }
    }
}

public import EssentialFeed
import Foundation

/// The reason a server's state, or a backup of one, can't be used: a version before 0.2.0 wrote it. Nothing in it has
/// changed. Later versions are migrated.
public struct EarlierVersionError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The path of the state folder, of a file in it, or of the backup.
    public let path: String

    package var message: Message {
        Message(
            "a version of this program before 0.2.0 wrote \(path); to start over, move the state folder away (comments, posted photos and invitations stay in it), or restore a backup made by 0.2.0 or later"
        )
    }
}

public import EssentialFeed
import Foundation

/// The reason the tokens of a server can't be read or changed.
public enum AccessError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The name is empty, too long, or contains characters that token names don't allow.
    case invalidName(String)
    /// A token with this name exists.
    case nameTaken(String)
    /// Another token has a name that people would confuse with this one.
    case nameTooSimilar(String, to: String)
    /// No token has this name.
    case unknownName(String)
    /// The maximum number of tokens has been reached.
    case tooManyTokens(maximum: Int)
    /// The file isn't a valid list of tokens.
    case damaged(path: String)
    /// A newer version of the program wrote the file.
    case newerVersion(path: String)
    /// See ``EarlierVersionError``.
    case earlierVersion(path: String)
    /// The file can't be read.
    case unreadable(path: String, reason: String)
    /// The file can't be written.
    case unwritable(path: String, reason: String)
    /// The environment doesn't name a folder for the file.
    case noStateFolder

    package var message: Message {
        switch self {
        case .invalidName(let name):
            Message(
                "“\(name)” can’t be a person’s name; use 1 to \(AccessToken.maximumNameLength) letters, digits, single spaces, hyphens, underscores, dots and apostrophes, including at least one letter or digit, and no hyphen at the start"
            )
        case .nameTaken(let name):
            Message(
                "\(name) is already invited; choose another name, or make a new link for the same person with: essential-feed invite \"\(name)\" --new-link"
            )
        case .nameTooSimilar(let name, let other):
            Message("\(other) is already invited, and \(name) is too similar to \(other); choose another name")
        case .unknownName(let name):
            Message("\(name) isn’t invited; list the invited people with: essential-feed people")
        case .tooManyTokens(let maximum):
            Message("there are \(maximum) tokens, which is the maximum; revoke one that is no longer used")
        case .damaged(let path):
            Message(
                "\(path) is damaged, so no token is valid; restore it from a backup, or delete it and invite everyone again"
            )
        case .newerVersion(let path):
            Message("a newer version of this program wrote \(path); use that version")
        case .earlierVersion(let path): EarlierVersionError(path: path).message
        case .unreadable(let path, let reason):
            Message("can’t read \(path): \(reason); make it readable to this user")
        case .unwritable(let path, let reason):
            Message("can’t write \(path): \(reason); check the folder and its disk")
        case .noStateFolder:
            Message("there is no folder for the tokens; name one with --state, or set HOME")
        }
    }
}

import EssentialFeed
import Foundation

/// A comment on a person's own photo, a comment after one of theirs, a reply to it, or a reaction to their photo.
struct ActivityEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case comment(ImageComment)
        case reply(ImageComment)
        case reaction(Reaction)
    }

    /// Later events have larger numbers.
    let number: Int64
    let photo: UUID
    let person: Person
    let kind: Kind
    /// Whether the photo is the person's own. The photos in the folder are the owner's.
    let isOnOwn: Bool
}

/// A new comment or reaction, before the affected people are known.
struct NewEvent: Hashable, Sendable {
    let number: Int64
    let photo: UUID
    let author: String
    /// The id of the person who has posted the photo; `nil` if it is in the folder.
    let poster: String?
    /// The people who have commented on the photo before; `nil` for a reaction.
    let earlier: Set<String>?
}

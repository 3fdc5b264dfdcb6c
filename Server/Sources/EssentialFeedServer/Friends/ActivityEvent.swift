import EssentialFeed
import Foundation

/// A comment on a person's own photo, a comment after one of theirs, a reply to it, a reaction to their photo, or
/// another person's photos.
struct ActivityEvent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case comment(ImageComment)
        case reply(ImageComment)
        case reaction(Reaction)
        /// Photos posted in one act; the event has the last one.
        case post(group: UUID?, count: Int)
    }

    /// Later events have larger numbers.
    let number: Int64
    let photo: UUID
    let person: Person
    var kind: Kind
    /// Whether the photo is the person's own. The photos in the folder are the owner's.
    let isOnOwn: Bool

    /// Returns whether the same person has posted both photos in one act.
    func isTogether(with other: ActivityEvent) -> Bool {
        guard case .post(let group?, _) = kind, case .post(let otherGroup, _) = other.kind else { return false }
        return group == otherGroup && person.id == other.person.id
    }
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

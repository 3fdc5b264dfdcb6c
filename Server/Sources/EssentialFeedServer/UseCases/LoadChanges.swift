import Foundation

/// The number of a change, and the database that it belongs to: after a restore, the same number means another change.
struct ChangeNumber: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let number: Int64

    var description: String { "\(name):\(number)" }
}

extension ChangeNumber {
    /// Parses the ``description``, or that of version 0.2.0 during the first load, which gives the name of no database.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 && parts[2] == "first", !parts[0].isEmpty,
            let number = Int64(parts[1]), number >= 0
        else { return nil }
        self.init(name: parts.count == 2 ? String(parts[0]) : String(text), number: number)
    }
}

/// The use case "Load changes": the changes since a client's last request.
struct LoadChanges: Sendable {
    /// The most comments and the most photos in one answer.
    static let maximumCount = 500

    struct Changes: Sendable {
        /// The change up to which this is complete.
        let next: ChangeNumber
        let hasMore: Bool
        /// Differs whenever the feed, or the comments in its document, differ.
        let feed: CatalogVersion
        /// In the order of the changes; without a value, the comment was deleted or is hidden from the reader.
        fileprivate(set) var comments: [(id: UUID, photo: UUID, comment: FriendComment?)]
        let photos: [(id: UUID, state: PhotoState, reactions: [PhotoReaction])]
    }

    let photos: any PublishedPhotos
    let friends: any FriendsStore

    /// The content of the entity tag: it differs after each change, and after each new version of the feed. In memory.
    var version: String {
        let state = friends.state
        return "\(state.name)-\(state.change)-\(photos.version.text)"
    }

    var last: ChangeNumber { ChangeNumber(name: friends.state.name, number: friends.state.change) }

    /// - Parameter since: The ``Changes/next`` of an earlier answer; `nil` for everything.
    func callAsFunction(since: ChangeNumber?, for requester: Requester) throws(FriendsError) -> Changes {
        // Read first, so the answer is at least as new.
        let (state, feed) = (friends.state, photos.version)
        let start = since ?? ChangeNumber(name: state.name, number: 0)
        guard start.name == state.name, start.number <= state.change else { throw .unknownChange }
        var changes = try friends.read { transaction in
            var comments = try transaction.comments(after: start.number, limit: Self.maximumCount + 1, for: requester)
            var changed = try transaction.photos(after: start.number, limit: Self.maximumCount + 1)
            // Both lists end at the same change.
            let ends = [comments.map(\.change), changed.map(\.change)].filter { $0.count > Self.maximumCount }
                .map { $0[Self.maximumCount - 1] }
            // A later change is in the next answer: a request after it could arrive before the state has it.
            let last = min(ends.min() ?? state.change, state.change)
            comments.removeAll { $0.change > last || since == nil && $0.3 == nil }
            changed.removeAll { $0.change > last || since == nil && $0.state.isDeleted }
            return Changes(
                next: ChangeNumber(name: start.name, number: last),
                hasMore: !ends.isEmpty, feed: feed, comments: comments.map { ($0.id, $0.photo, $0.3) },
                photos: try changed.map { photo in
                    (photo.id, photo.state, photo.state.isHidden ? [] : try transaction.reactions(on: photo.id))
                })
        }
        // Not in the transaction above: a photo may be in the same database.
        var isSeen: [UUID: Bool] = [:]
        for photo in Set(changes.comments.map(\.photo)) { isSeen[photo] = try photos.contains(photo) }
        changes.comments.removeAll { isSeen[$0.photo] != true }
        return changes
    }
}

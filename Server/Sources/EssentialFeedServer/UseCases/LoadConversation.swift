import EssentialFeed
import Foundation

/// The use case "Load conversation": a person's view below a photo.
struct LoadConversation: Sendable {
    struct Conversation: Sendable {
        /// The comments in the folder's document, then friends' comments, oldest first.
        var comments: [Comment]
        /// The number of comments visible to everyone.
        var count: Int
        var hasEarlier: Bool
        var reactions: [PhotoReaction] = []
        /// The quoted comments by their ids, without those hidden from the person.
        var quotes: [UUID: ImageComment] = [:]
        var poster: Person?
        var isClosed = false
    }

    struct Summary: Sendable {
        var hearts: [Person] = []
        var last: [ImageComment] = []
        var isClosed = false
    }

    private static let lastCount = 2

    struct Comment: Hashable, Sendable {
        let comment: ImageComment
        /// `nil` for a comment in the folder's document.
        var author: Person?
        var isEdited = false
    }

    let photos: any PublishedPhotos
    let friends: (any FriendsStore)?

    /// Differs after each change to a comment, and after each new version of the feed. In memory.
    var version: String {
        friends.map { "\($0.state.name)-\($0.state.comments)-\(photos.version.text)" } ?? photos.version.text
    }

    /// - Parameters:
    ///   - cursor: The comment that follows the last one; `nil` for the newest comments.
    ///   - reply: A comment to add to the quotes; `nil` for none.
    /// - Throws: ``FriendsError/noSuchPhoto``, or ``FriendsError/noSuchComment`` if the photo never had the cursor.
    func callAsFunction(
        of photo: UUID, for requester: Requester, limit: Int = .max - 1, before cursor: UUID? = nil,
        quoting reply: UUID? = nil
    ) throws(FriendsError) -> Conversation {
        guard let inDocument = try FriendsError.wrapping({ try photos.comments(of: photo) }) else { throw .noSuchPhoto }
        let index = cursor.flatMap { id in inDocument.firstIndex { $0.id == id } }
        let earlier = inDocument[..<(index ?? inDocument.endIndex)].map { Comment(comment: $0) }
        func conversation(_ written: [Comment]) -> Conversation {
            let all = earlier + written
            return Conversation(
                comments: Array(all.suffix(limit)), count: inDocument.count, hasEarlier: all.count > limit)
        }
        guard let friends else {
            guard cursor == nil || index != nil else { throw .noSuchComment }
            return conversation([])
        }
        return try friends.read { transaction in
            var written: [FriendComment] = []
            if index == nil {
                written = try transaction.comments(on: photo, for: requester, before: cursor, limit: limit + 1)
            }
            var result = conversation(
                written.map { Comment(comment: $0.imageComment, author: $0.author, isEdited: $0.isEdited) })
            result.count += try transaction.commentCounts(on: [photo])[photo] ?? 0
            result.reactions = try transaction.reactions(on: photo)
            if case .posted(let post) = try transaction.post(photo) { result.poster = post.author }
            result.isClosed = try transaction.state(of: photo).isClosed
            let ids = Set(written.compactMap(\.replyTo) + (reply.map { [$0] } ?? []))
            guard !ids.isEmpty else { return result }
            for comment in inDocument + written.map(\.imageComment) where ids.contains(comment.id) {
                result.quotes[comment.id] = comment
            }
            for id in ids where result.quotes[id] == nil {
                guard let other = try transaction.comment(id), other.photo == photo, let comment = other.comment,
                    requester.sees(comment)
                else { continue }
                result.quotes[id] = comment.imageComment
            }
            return result
        }
    }

    /// Returns what the feed shows of the conversations on some photos.
    func summaries(of listed: [ListedPhoto]) throws(FriendsError) -> [UUID: Summary] {
        let ids = listed.map(\.id)
        var summaries: [UUID: Summary] =
            try friends?.read { transaction in
                let hearts = try transaction.people(who: .heart, on: ids)
                let closed = try transaction.closed(of: ids)
                return try Dictionary(
                    listed.map { photo in
                        let comments =
                            photo.commentCount == 0
                            ? [] : try transaction.comments(on: photo.id, for: .anyone, limit: Self.lastCount)
                        return (
                            photo.id,
                            Summary(
                                hearts: hearts[photo.id] ?? [], last: comments.map(\.imageComment),
                                isClosed: closed.contains(photo.id))
                        )
                    }
                ) { first, _ in first }
            } ?? [:]
        // Not in the transaction above: a photo may be in the same database.
        for photo in listed {
            let missing = min(Self.lastCount, photo.commentCount) - (summaries[photo.id]?.last.count ?? 0)
            guard missing > 0 else { continue }
            let inDocument = try FriendsError.wrapping { try photos.comments(of: photo.id) } ?? []
            summaries[photo.id, default: Summary()].last.insert(contentsOf: inDocument.suffix(missing), at: 0)
        }
        return summaries
    }
}

import EssentialFeed
import Foundation

/// The use case "Post comment": a person writes a comment on a photo. The client chooses the id: a repeated request is
/// the same comment.
struct PostComment: Sendable {
    let photos: PhotosWithFriends
    let limiter: WriteLimiter
    let now: @Sendable () -> Date
    let onWritten: @Sendable () -> Void

    private var friends: any FriendsStore { photos.friends }

    func isOpen(to requester: Requester, on photo: UUID) throws(FriendsError) -> Bool {
        guard requester.person != nil, requester.scopes.contains(.comment) else { return false }
        return try friends.read { try !$0.state(of: photo).isClosed }
    }

    /// - Parameter reply: The comment to reply to, possibly deleted or hidden; `nil` for none. If the photo never had
    ///   it, the comment is saved as any other.
    /// - Returns: The comment, and whether it is new or was written before.
    func callAsFunction(
        _ message: String, id: UUID, on photo: UUID, replyTo reply: UUID? = nil, by requester: Requester
    ) throws(FriendsError) -> (comment: FriendComment, isNew: Bool) {
        let author = try requester.permitted(.comment)
        guard let inDocument = try photos.comments(of: photo) else { throw .noSuchPhoto }
        let isInDocument = try FriendsError.wrapping { try photos.hasDocumentComment(id) }
        let message = try CommentText.clean(message)
        var taken: WriteLimiter.Taken?
        do throws(FriendsError) {
            let result: (comment: FriendComment, isNew: Bool) = try friends.write(by: requester, may: .comment) {
                transaction in
                let other = try reply.flatMap { try $0 == id ? nil : transaction.comment($0)?.photo }
                let replyTo = other == photo || inDocument.contains(where: { $0.id == reply }) ? reply : nil
                if let written = try transaction.comment(id) {
                    guard let comment = written.comment else { throw FriendsError.deleted }
                    guard (comment.photo, comment.author.id) == (photo, author.id),
                        [reply, replyTo].contains(comment.replyTo), try transaction.has(comment, first: message)
                    else { throw FriendsError.different }
                    return (comment, false)
                }
                guard !isInDocument else { throw FriendsError.different }
                guard try !transaction.state(of: photo).isClosed else { throw FriendsError.closed }
                let date = now()
                try limiter.recall(author, at: date, in: transaction)
                taken = try limiter.take(WriteLimit.comments, for: author)
                var comment = FriendComment(
                    id: id, photo: photo, author: requester.named(author), message: message, writtenAt: date)
                comment.replyTo = replyTo
                try transaction.insert(comment)
                return (comment, true)
            }
            if result.isNew { onWritten() }
            return result
        } catch {
            limiter.giveBack(taken)
            throw error
        }
    }
}

extension PublishedPhotos {
    /// Returns whether people see a photo.
    func contains(_ id: UUID) throws(FriendsError) -> Bool {
        try FriendsError.wrapping { try photo(id) != nil }
    }
}

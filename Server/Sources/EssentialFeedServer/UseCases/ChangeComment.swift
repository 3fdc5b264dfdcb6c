import Foundation

/// The use case "Change comment": a person changes the text of a comment that they have written.
struct ChangeComment: Sendable {
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    /// Does nothing if the comment has the text already.
    func callAsFunction(
        _ id: UUID, on photo: UUID, to message: String, by requester: Requester
    ) throws(FriendsError) {
        let person = try requester.permitted(.comment)
        let message = try CommentText.clean(message)
        try friends.write(by: requester, may: .comment) { transaction in
            guard let written = try transaction.comment(id), written.photo == photo else {
                throw FriendsError.noSuchComment
            }
            guard let comment = written.comment else { throw FriendsError.deleted }
            guard comment.author.id == person.id else { throw FriendsError.notOwn }
            guard message != comment.message else { return }
            guard try !transaction.state(of: photo).isClosed else { throw FriendsError.closed }
            try limiter.take(WriteLimit.changes, for: person)
            try transaction.set(message, of: comment, at: now())
        }
    }
}

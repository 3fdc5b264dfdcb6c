import Foundation

/// The use case "Delete comment": a person deletes their own comment, or the owner anyone's.
struct DeleteComment: Sendable {
    let friends: any FriendsStore
    let now: @Sendable () -> Date

    /// Does nothing if the comment was deleted before.
    func callAsFunction(_ id: UUID, on photo: UUID, by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.comment)
        try friends.write(by: requester, may: .comment) { transaction in
            guard let written = try transaction.comment(id), written.photo == photo else {
                throw FriendsError.noSuchComment
            }
            guard let comment = written.comment else { return }
            let isOwn = comment.author.id == person.id
            if !isOwn { try requester.check(.admin) }
            try transaction.delete(id, at: now())
            guard !isOwn else { return }
            try transaction.record(
                AuditEntry(date: now(), person: person, action: .deleteComment, target: id.uuidString))
        }
    }
}

import Foundation

/// The use case "Delete post": a person deletes a photo that they have posted, or the owner anyone's.
struct DeletePost: Sendable {
    let friends: any FriendsStore
    let now: @Sendable () -> Date

    /// If the photo was deleted before, removes only files that are left.
    /// - Throws: ``FriendsError``; then nothing has been deleted, except after
    ///   ``FriendsError/notRemoved(photo:reason:)``.
    func callAsFunction(_ id: UUID, by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.post)
        try friends.write(by: requester, may: .post) { transaction in
            switch try transaction.post(id) {
            case .unknown: throw FriendsError.noSuchPost
            case .deleted: transaction.removeFiles(ofPost: id)
            case .posted(let post):
                let isOwn = post.author.id == person.id
                if !isOwn { try requester.check(.admin) }
                try transaction.deletePost(id, at: now())
                guard !isOwn else { return }
                try transaction.record(
                    AuditEntry(date: now(), person: person, action: .deletePhoto, target: id.uuidString))
            }
        }
    }
}

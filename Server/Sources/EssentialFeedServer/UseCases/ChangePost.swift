import Foundation

/// The use case "Change post": a person changes the texts of a photo that they have posted.
struct ChangePost: Sendable {
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    /// - Throws: ``FriendsError``; then nothing has changed.
    func callAsFunction(
        _ id: UUID, by requester: Requester, _ change: (PostTexts) throws(FriendsError) -> PostTexts
    ) throws(FriendsError) -> PostedPhoto {
        let person = try requester.permitted(.post)
        return try friends.write(by: requester, may: .post) { transaction in
            var post = try transaction.existingPost(id)
            guard post.author.id == person.id else { throw FriendsError.notOwn }
            let texts = try change(post.texts)
            guard texts != post.texts else { return post }
            try limiter.take(WriteLimit.changes, for: person)
            try transaction.set(texts, ofPost: id, at: now())
            post.texts = texts
            return post
        }
    }
}

extension FriendsRows {
    /// - Throws: ``FriendsError/noSuchPost`` or ``FriendsError/deleted`` if there is no such photo.
    fileprivate func existingPost(_ id: UUID) throws -> PostedPhoto {
        switch try post(id) {
        case .unknown: throw FriendsError.noSuchPost
        case .deleted: throw FriendsError.deleted
        case .posted(let post): post
        }
    }
}

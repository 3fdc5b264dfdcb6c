import Foundation

/// The use case "Change post": a person changes the texts of a photo that they have posted.
struct ChangePost: Sendable {
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UUID, by requester: Requester, _ change: PostChange) throws(FriendsError) -> PostedPhoto {
        let person = try requester.permitted(.post)
        return try friends.write(by: requester, may: .post) { transaction in
            var post: PostedPhoto
            switch try transaction.post(id) {
            case .unknown: throw FriendsError.noSuchPost
            case .deleted: throw FriendsError.deleted
            case .posted(let posted): post = posted
            }
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

/// New texts of a posted photo. A text that is `nil` stays, and an empty one is removed.
struct PostChange {
    let caption: String?
    let location: String?
    let alternative: String?

    func callAsFunction(_ texts: PostTexts) throws(FriendsError) -> PostTexts {
        try PostTexts(
            caption: caption ?? texts.caption, location: location ?? texts.location,
            alternative: alternative ?? texts.alternative)
    }
}

extension PostChange: Decodable {
    private enum CodingKeys: String, CodingKey { case caption, location, alternative = "alt" }

    /// A missing text stays, and `null` removes it.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            guard fields.contains(key) else { return nil }
            return try fields.decodeIfPresent(String.self, forKey: key) ?? ""
        }
        (caption, location, alternative) = (try text(.caption), try text(.location), try text(.alternative))
    }
}

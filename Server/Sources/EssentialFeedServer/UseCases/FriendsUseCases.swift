import Foundation

/// The use cases of people who take part, over the photos and the database of one folder. The API and the web pages share
/// them. All of them block.
struct FriendsUseCases: Sendable {
    let postComment: PostComment
    let deleteComment: DeleteComment
    let react: React
    let loadConversation: LoadConversation
    let loadChanges: LoadChanges
    let moderate: Moderate
    let removePerson: RemovePerson

    /// - Parameters:
    ///   - photos: The photos that people see.
    ///   - folder: The photos with those that the owner has hidden.
    ///   - now: Returns the current time.
    init(
        photos: any PublishedPhotos, folder: any PublishedPhotos, friends: FriendsDatabase,
        limiter: WriteLimiter = WriteLimiter(), now: @escaping @Sendable () -> Date
    ) {
        postComment = PostComment(photos: photos, friends: friends, limiter: limiter, now: now)
        deleteComment = DeleteComment(friends: friends, now: now)
        react = React(photos: photos, friends: friends, limiter: limiter)
        loadConversation = LoadConversation(photos: photos, friends: friends)
        loadChanges = LoadChanges(photos: photos, friends: friends)
        moderate = Moderate(isInFolder: { try folder.photo($0) != nil }, friends: friends, now: now)
        removePerson = RemovePerson(friends: friends, now: now)
    }
}

extension Requester {
    /// Returns the person, if they may do something.
    /// - Throws: ``FriendsError/notPermitted(_:)``.
    func permitted(_ scope: AccessScope) throws(FriendsError) -> Person {
        guard let person, scopes.contains(scope) else { throw .notPermitted(scope) }
        return person
    }
}

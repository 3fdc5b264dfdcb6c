import Foundation
import NIOPosix

/// What signed-in people can do with one folder's photos and database. The API and the web pages share these use cases.
/// All of them block, except those that wait for a photo or for readers.
struct FriendsUseCases: Sendable {
    private(set) var postComment: PostComment
    let changeComment: ChangeComment
    let deleteComment: DeleteComment
    private(set) var react: React
    let postPhoto: PostPhoto
    let previewPhoto: PreviewPhoto
    let changePicture: ChangePicture
    let loadPicture: LoadPicture
    let changePost: ChangePost
    let deletePost: DeletePost
    let loadConversation: LoadConversation
    let loadChanges: LoadChanges
    let loadActivity: LoadActivity
    let moderate: Moderate
    let erase: Erase
    /// `nil` if no messages are sent.
    private(set) var receiveMessages: ReceiveMessages?

    /// - Parameters:
    ///   - photos: The photos people can see.
    ///   - encoder: Draws posted photos; `nil` if none can be drawn.
    ///   - threads: Run the blocking work of posting a photo and of waiting after a deletion.
    ///   - now: Returns the current time.
    init(
        photos: PhotosWithFriends, encoder: (any SizeEncoder)? = nil, limiter: WriteLimiter = WriteLimiter(),
        threads: NIOThreadPool = .singleton, now: @escaping @Sendable () -> Date
    ) {
        let friends = photos.friends
        postComment = PostComment(photos: photos, limiter: limiter, now: now)
        changeComment = ChangeComment(friends: friends, limiter: limiter, now: now)
        deleteComment = DeleteComment(friends: friends, now: now)
        react = React(photos: photos, friends: friends, limiter: limiter)
        postPhoto = PostPhoto(photos: photos, encoder: encoder, limiter: limiter, threads: threads, now: now)
        previewPhoto = PreviewPhoto(postPhoto: postPhoto)
        changePicture = ChangePicture(
            previewPhoto: previewPhoto, friends: friends, limiter: limiter, threads: threads)
        loadPicture = LoadPicture(friends: friends)
        changePost = ChangePost(friends: friends, limiter: limiter, now: now)
        deletePost = DeletePost(friends: friends, now: now)
        loadConversation = LoadConversation(photos: photos, friends: friends)
        loadChanges = LoadChanges(photos: photos, friends: friends)
        loadActivity = LoadActivity(photos: photos, friends: friends)
        moderate = Moderate(isInFolder: photos.has, friends: friends, now: now)
        erase = Erase(friends: friends, threads: threads)
    }

    /// Returns the same use cases, which also report writes others may want to know of.
    func notifying(
        _ receiveMessages: ReceiveMessages, onWritten: @escaping @Sendable () -> Void
    ) -> FriendsUseCases {
        var useCases = self
        useCases.receiveMessages = receiveMessages
        (useCases.postComment.onWritten, useCases.react.onWritten) = (onWritten, onWritten)
        return useCases
    }
}

extension Requester {
    /// Returns the person, if they may do something.
    /// - Throws: ``FriendsError/notPermitted(_:)``.
    func permitted(_ scope: AccessScope) throws(FriendsError) -> Person {
        guard let person, scopes.contains(scope) else { throw .notPermitted(scope) }
        return person
    }

    /// Checks that the person still has a permission at the moment of saving; blocks. A body may arrive long after its
    /// head.
    /// - Throws: ``FriendsError/ended`` or ``FriendsError/notPermitted(_:)``.
    func check(_ scope: AccessScope) throws(FriendsError) {
        let scopes: Set<AccessScope>
        do {
            scopes = try scopesNow?() ?? self.scopes
        } catch {
            throw FriendsError(error)
        }
        guard !scopes.isEmpty else { throw .ended }
        guard scopes.contains(scope) else { throw .notPermitted(scope) }
    }

    /// Returns a person with their name at the moment of saving, after ``check(_:)``.
    func named(_ person: Person) -> Person { Person(id: person.id, name: nameNow?() ?? person.name) }
}

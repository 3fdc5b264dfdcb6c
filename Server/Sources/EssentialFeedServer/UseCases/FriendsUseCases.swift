import Foundation
import NIOPosix

/// What signed-in people can do with one folder's photos and database. The API and the web pages share these use cases.
/// All of them block, except those that wait for a photo or for readers. If one throws, nothing has changed,
/// unless it says otherwise.
struct FriendsUseCases: Sendable {
    private let photos: PhotosWithFriends
    private let limiter: WriteLimiter
    private let threads: NIOThreadPool
    private let now: @Sendable () -> Date
    /// Called after each write others may want to know of; must not block.
    var onWritten: @Sendable () -> Void = {}
    let postPhoto: PostPhoto
    let previewPhoto: PreviewPhoto
    let loadActivity: LoadActivity
    /// `nil` if no messages are sent.
    var receiveMessages: ReceiveMessages?

    /// - Parameters:
    ///   - encoder: Draws posted photos; `nil` if none can be drawn.
    ///   - threads: Run the blocking work of posting a photo and of waiting after a deletion.
    init(
        photos: PhotosWithFriends, encoder: (any SizeEncoder)? = nil, limiter: WriteLimiter = WriteLimiter(),
        threads: NIOThreadPool = .singleton, now: @escaping @Sendable () -> Date
    ) {
        (self.photos, self.limiter, self.threads, self.now) = (photos, limiter, threads, now)
        postPhoto = PostPhoto(photos: photos, encoder: encoder, limiter: limiter, threads: threads, now: now)
        previewPhoto = PreviewPhoto(postPhoto: postPhoto, turns: Turns())
        loadActivity = LoadActivity(photos: photos, friends: photos.friends)
    }

    private var friends: any FriendsStore { photos.friends }

    var postComment: PostComment { PostComment(photos: photos, limiter: limiter, now: now, onWritten: onWritten) }
    var changeComment: ChangeComment { ChangeComment(friends: friends, limiter: limiter, now: now) }
    var deleteComment: DeleteComment { DeleteComment(friends: friends, now: now) }
    var react: React { React(photos: photos, friends: friends, limiter: limiter, onWritten: onWritten) }
    var changePicture: ChangePicture {
        ChangePicture(previewPhoto: previewPhoto, friends: friends, limiter: limiter, threads: threads)
    }
    var loadPicture: LoadPicture { LoadPicture(friends: friends) }
    var changePost: ChangePost { ChangePost(friends: friends, limiter: limiter, now: now) }
    var deletePost: DeletePost { DeletePost(friends: friends, now: now) }
    var loadConversation: LoadConversation { LoadConversation(photos: photos, friends: friends) }
    var loadChanges: LoadChanges { LoadChanges(photos: photos, friends: friends) }
    var moderate: Moderate { Moderate(isInFolder: photos.has, friends: friends, now: now) }
    var erase: Erase { Erase(friends: friends, threads: threads) }
}

extension Requester {
    func permitted(_ scope: AccessScope) throws(FriendsError) -> Person {
        guard let person, scopes.contains(scope) else { throw .notPermitted(scope) }
        return person
    }

    /// Checks that the person still has a permission at the moment of saving; blocks. A body may arrive long after its
    /// head.
    func check(_ scope: AccessScope) throws(FriendsError) {
        let scopes = try FriendsError.wrapping { try scopesNow?() ?? self.scopes }
        guard !scopes.isEmpty else { throw .ended }
        guard scopes.contains(scope) else { throw .notPermitted(scope) }
    }

    /// Returns a person with their name at the moment of saving, after ``check(_:)``.
    func named(_ person: Person) -> Person { Person(id: person.id, name: nameNow?() ?? person.name) }
}

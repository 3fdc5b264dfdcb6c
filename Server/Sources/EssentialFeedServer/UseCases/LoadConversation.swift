import EssentialFeed
import Foundation

/// The use case "Load conversation": what a person sees below a photo.
struct LoadConversation: Sendable {
    struct Conversation: Sendable {
        /// The comments in the folder's document.
        let documentComments: [ImageComment]
        /// The comments of friends, in the order in which they arrived. Only their authors and the owner get hidden ones.
        let comments: [FriendComment]
        let reactions: [PhotoReaction]
        /// Who has posted the photo; `nil` if it is in the folder.
        var poster: Person?
        /// Whether comments and reactions are refused.
        let isClosed: Bool
    }

    let photos: PhotosWithFriends
    private var friends: FriendsDatabase { photos.friends }

    func callAsFunction(of photo: UUID, for requester: Requester) throws(FriendsError) -> Conversation {
        guard let inDocument = try photos.documentComments(of: photo) else { throw .noSuchPhoto }
        return try friends.read { transaction in
            let comments = try transaction.comments(on: photo)
            var poster: Person?
            if case .posted(let post) = try transaction.post(photo) { poster = post.author }
            return Conversation(
                documentComments: inDocument,
                comments: comments.filter {
                    !$0.isHidden || $0.author.id == requester.person?.id || requester.scopes.contains(.admin)
                },
                reactions: try transaction.reactions(on: photo), poster: poster,
                isClosed: try transaction.state(of: photo).isClosed)
        }
    }
}

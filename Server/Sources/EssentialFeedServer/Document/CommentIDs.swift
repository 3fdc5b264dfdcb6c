import EssentialFeed
import Foundation

/// Derives missing comment ids from the image and the comment, so that they stay the same after a restart.
enum CommentIDs {
    /// Returns the comments with ids; equal comments on one image get different ids.
    static func comments(_ comments: [FeedDocument.Comment], imageID: UUID) -> [ImageComment] {
        var counts: [[String]: Int] = [:]
        return comments.map { comment in
            let content = [comment.message, WireDate.text(comment.createdAt), comment.username]
            let ordinal = counts[content, default: 0]
            counts[content] = ordinal + 1
            return ImageComment(
                id: comment.id ?? id(content + [String(ordinal)], imageID: imageID), message: comment.message,
                createdAt: comment.createdAt, author: ImageCommentAuthor(username: comment.username))
        }
    }

    private static func id(_ parts: [String], imageID: UUID) -> UUID {
        // The lengths make sure that different lists of parts never produce the same text.
        let text = ([imageID.uuidString] + parts).map { "\($0.utf8.count):\($0)" }.joined()
        return ContentDigest(of: text.utf8).id
    }
}

import EssentialFeed
import Foundation

/// Makes the HTML of comments, and keeps it, so that a comment is made once for all who see the same of it.
final class PageComments: Sendable {
    /// The maximum size of the HTML in memory, in bytes.
    private static let maximumBytes = 32 << 20

    private struct Key: Hashable {
        let comment: ImageComment
        let photo: UUID
        let language: Language
        let mayDelete: Bool
        let mayHide: Bool
    }

    private let made = BoundedCache<Key, String>(maximum: maximumBytes)

    /// Returns the comments on a photo as a person sees them.
    func html(
        _ comments: [LoadConversation.Comment], on photo: UUID, for requester: Requester, in place: PagePlace
    ) -> String {
        let text = PageText.all(in: place.language)
        let (isAdmin, takesPart) = (requester.scopes.contains(.admin), requester.scopes.contains(.comment))
        return comments.map { comment in
            let isOfFriend = comment.author != nil
            let isOwn = isOfFriend && comment.author?.id == requester.person?.id
            let key = Key(
                comment: comment.comment, photo: photo, language: place.language,
                mayDelete: isOfFriend && isAdmin || takesPart && isOwn, mayHide: isOfFriend && isAdmin)
            if let html = made[key] { return html }
            let html = PageTemplate.comment.page(
                PageComment(
                    key.comment, text: text, mayDelete: key.mayDelete, mayHide: key.mayHide, on: photo, in: place))
            made.insert(html, for: key, size: html.utf8.count)
            return html
        }.joined()
    }
}

/// A comment on a photo's page. Mustache reads stored properties only.
private struct PageComment {
    let id: String
    let author: PageName
    /// The text as HTML.
    let message: String
    let date: PageDate
    /// The address of the photo's page.
    let address: String
    let text: [String: String]
    let mayDelete: Bool
    let mayHide: Bool
    let isHidden: Bool
    let hasMenu: Bool

    init(
        _ comment: ImageComment, text: [String: String], mayDelete: Bool, mayHide: Bool, on photo: UUID,
        in place: PagePlace
    ) {
        id = comment.id.uuidString
        author = PageName(comment.author.username)
        message = PageWords.html(PresentedText.limited(comment.message))
        date = place.date(comment.createdAt)
        address = place.address(of: photo)
        isHidden = comment.isHidden
        (self.text, self.mayDelete, self.mayHide, hasMenu) = (text, mayDelete, mayHide, mayDelete || mayHide)
    }
}

extension Problem {
    static let badConversation = badRequest(
        "before must be the id of a comment, and part must be comments, each at most once")
}

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
        let rights: Rights
        let isEdited: Bool
        let face: String?
    }

    /// What a person may do with a comment.
    struct Rights: Hashable {
        let mayChange: Bool
        let mayDelete: Bool
        let mayHide: Bool
    }

    private let made = BoundedCache<Key, String>(maximum: maximumBytes)

    /// Returns the comments on a photo as a person sees them.
    func html(
        _ conversation: LoadConversation.Conversation, on photo: UUID, for requester: Requester, in place: PagePlace
    ) -> String {
        let text = PageText.all(in: place.language)
        let (isAdmin, takesPart) = (requester.scopes.contains(.admin), requester.scopes.contains(.comment))
        return conversation.comments.map { comment in
            let isOfFriend = comment.author != nil
            let isOwn = isOfFriend && comment.author?.id == requester.person?.id
            let key = Key(
                comment: comment.comment, photo: photo, language: place.language,
                rights: Rights(
                    mayChange: takesPart && isOwn && !conversation.isClosed,
                    mayDelete: isOfFriend && isAdmin || takesPart && isOwn,
                    mayHide: isOfFriend && isAdmin),
                isEdited: comment.isEdited, face: place.face(of: comment.author?.id))
            if let html = made[key] { return html }
            let html = PageTemplate.comment.page(
                PageComment(comment, text: text, rights: key.rights, on: photo, in: place))
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
    /// The text as its author wrote it, if they may change it.
    let own: String?
    let date: PageDate
    /// The address of the photo's page.
    let address: String
    let text: [String: String]
    let mayDelete: Bool
    let mayHide: Bool
    let isHidden: Bool
    let isEdited: Bool
    let hasMenu: Bool

    init(
        _ shown: LoadConversation.Comment, text: [String: String], rights: PageComments.Rights, on photo: UUID,
        in place: PagePlace
    ) {
        let comment = shown.comment
        id = comment.id.uuidString
        author = PageName(comment.author.username, face: place.face(of: shown.author?.id))
        message = PageWords.html(PresentedText.limited(comment.message))
        date = place.date(comment.createdAt)
        address = place.address(of: photo)
        (isHidden, isEdited, self.text) = (comment.isHidden, shown.isEdited, text)
        own = rights.mayChange ? comment.message : nil
        (mayDelete, mayHide, hasMenu) = (rights.mayDelete, rights.mayHide, rights.mayDelete || rights.mayHide)
    }
}

extension Problem {
    static let badConversation = badRequest(
        "before must be the id of a comment, and part must be comments, each at most once")
}

import EssentialFeed
import Foundation

/// Makes the HTML of comments, and keeps it: a comment is made once for all readers with the same view.
final class PageComments: Sendable {
    private static let maximumBytes = 32 << 20

    fileprivate struct Key: Hashable {
        let comment: ImageComment
        let photo: UUID
        let language: Language
        let mayReply: Bool
        let mayChange: Bool
        let mayDelete: Bool
        let mayHide: Bool
        let isEdited: Bool
        let hasComposer: Bool
        /// The comment it replies to; `nil` if it is no reply, or if the person doesn't see that comment.
        let quote: ImageComment?
        let isQuoteThere: Bool
        let author: PageName
    }

    private let made = BoundedCache<Key, String>(maximum: maximumBytes)

    /// Returns the comments on a photo as a person sees them.
    /// - Parameter areNewest: Whether the page has the newest comments, and thus the form for a new one.
    func html(
        _ conversation: LoadConversation.Conversation, on photo: UUID, areNewest: Bool, for requester: Requester,
        in place: PagePlace
    ) -> String {
        let text = PageText.all(in: place.language)
        let (isAdmin, takesPart) = (requester.scopes.contains(.admin), requester.scopes.contains(.comment))
        let ids = Set(conversation.comments.map(\.comment.id))
        return conversation.comments.map { comment in
            let isOfFriend = comment.author != nil
            let isOwn = isOfFriend && comment.author?.id == requester.person?.id
            let key = Key(
                comment: comment.comment, photo: photo, language: place.language,
                mayReply: takesPart && !conversation.isClosed,
                mayChange: takesPart && isOwn && !conversation.isClosed,
                mayDelete: isOfFriend && isAdmin || takesPart && isOwn, mayHide: isOfFriend && isAdmin,
                isEdited: comment.isEdited, hasComposer: areNewest,
                quote: comment.comment.replyTo.flatMap { conversation.quotes[$0] },
                isQuoteThere: comment.comment.replyTo.map { ids.contains($0) } ?? false,
                author: place.name(comment.comment.author.username, of: comment.author?.id))
            if let html = made[key] { return html }
            let html = PageTemplate.comment.page(PageComment(key, text: text, in: place))
            // The HTML has only the beginning of the quote.
            made.insert(html, for: key, size: html.utf8.count + (key.quote?.message.utf8.count ?? 0))
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
    let address: String
    let text: [String: String]
    let mayDelete: Bool
    let mayHide: Bool
    let isHidden: Bool
    let isEdited: Bool
    let hasMenu: Bool
    let mayReply: Bool
    let hasComposer: Bool
    let isReply: Bool
    /// The comment it replies to; `nil` if the person doesn't see that comment.
    let quote: PageCard.LastComment?
    /// The quoted comment's id, if it is on the page.
    let quoted: String?

    init(_ key: PageComments.Key, text: [String: String], in place: PagePlace) {
        let comment = key.comment
        id = comment.id.uuidString
        author = key.author
        message = PageWords.html(PresentedText.limited(comment.message))
        date = place.date(comment.createdAt)
        address = place.address(of: key.photo)
        (isHidden, isEdited, self.text) = (comment.isHidden, key.isEdited, text)
        own = key.mayChange ? comment.message : nil
        (mayDelete, mayHide, hasMenu) = (key.mayDelete, key.mayHide, key.mayDelete || key.mayHide)
        (mayReply, hasComposer, isReply) = (key.mayReply, key.hasComposer, comment.replyTo != nil)
        quote = key.quote.map(PageCard.LastComment.init)
        quoted = key.isQuoteThere ? comment.replyTo?.uuidString : nil
    }
}

extension Problem {
    static let badConversation = badRequest(
        "before and reply must be ids of comments, and part must be comments, each at most once")
}

import EssentialFeed
import Foundation

/// The comments and reactions on a photo's page, as one person sees them. Mustache reads stored properties only.
struct PageConversation {
    let title: String
    /// The comments as HTML.
    let comments: String
    let hasComments: Bool
    /// The address of the page with the comments before these; `nil` if there are none.
    let earlier: String?
    /// The address of the page with the newest comments; `nil` if it is this one.
    let newest: String?
    /// The address of this part of the page, for scripts.
    let address: String
    let reactions: [PageReaction]
    let hasReactions: Bool
    /// The heart, for the row below the photo; `nil` if the person can't react.
    let heart: PageReaction?
    /// The people who have reacted, for readers whose screen reader doesn't read them with the reactions; `nil` for
    /// none.
    let names: String?
    let composer: PageComposer?
    let mayReact: Bool
    let isClosed: Bool
    let mayModerate: Bool
    let mayDeletePhoto: Bool
    let hasPhotoMenu: Bool
    let deleteQuestion: String
    let problem: String?
    /// The person's text from a form no longer on the page; `nil` for none.
    let written: String?

    init(
        _ conversation: LoadConversation.Conversation, comments: String, query: ConversationQuery, photo: UUID,
        for requester: Requester, answering answer: FormAnswer?, in place: PagePlace
    ) {
        self.comments = comments
        title = place.language.text(PageText.commentCount, "\(conversation.count)")
        hasComments = !conversation.comments.isEmpty
        let page = place.address(of: photo)
        let first = conversation.hasEarlier ? conversation.comments.first?.comment.id : nil
        earlier = first.map { page + ConversationQuery(before: $0).text }
        newest = query.before == nil ? nil : page
        address = page + ConversationQuery(before: query.before, isPart: true).text
        let (isAdmin, takesPart) = (requester.scopes.contains(.admin), requester.scopes.contains(.comment))
        isClosed = conversation.isClosed
        mayModerate = isAdmin
        let isPoster =
            requester.scopes.contains(.post) && conversation.poster.map { $0.id == requester.person?.id } == true
        mayDeletePhoto = isPoster || isAdmin && conversation.poster != nil
        hasPhotoMenu = isAdmin || mayDeletePhoto
        mayReact = takesPart && !isClosed
        // The form for the photo's texts has its own.
        let isInOtherForm = answer?.texts != nil && isPoster
        problem = isInOtherForm ? nil : answer?.problem
        reactions = Reaction.allCases.map { reaction in
            PageReaction(
                reaction, by: conversation.reactions.first { $0.reaction == reaction }?.people ?? [], requester.person,
                in: place)
        }
        let used = reactions.filter(\.isUsed).map { "\($0.emoji) \($0.people)" }
        names = used.isEmpty ? nil : used.joined(separator: "  ")
        heart = mayReact ? reactions.first { $0.name == Reaction.heart.rawValue } : nil
        // Hidden ones, too.
        let count = max(conversation.count, conversation.comments.count)
        deleteQuestion =
            count == 0
            ? place.language.text(PageText.deletePhotoQuestion)
            : place.language.text(PageText.deletePhotoWithCommentsQuestion, "\(count)")
        hasReactions = mayReact || reactions.contains { $0.count > 0 }
        // One person's tabs may have the same page with the same id. A script makes its own id.
        let quote = query.reply.flatMap { conversation.quotes[$0] }
        composer =
            takesPart && !isClosed && query.before == nil
            ? PageComposer(
                id: query.isPart ? "" : UUID().uuidString, draft: answer?.draft ?? "",
                reply: quote?.id.uuidString ?? "", quote: quote.map(PageCard.LastComment.init)) : nil
        let isInComposer = composer != nil && answer?.draft.isEmpty == false
        written = isInOtherForm || isInComposer ? nil : answer?.written
    }
}

struct PageComposer {
    /// The comment's id: a form sent twice creates one comment.
    let id: String
    let draft: String
    /// The id of the comment that it replies to; empty for none.
    let reply: String
    let quote: PageCard.LastComment?
}

/// The answer to a rejected form, or to a button that sends the comment in progress, too.
struct FormAnswer {
    let problem: String?
    let draft: String
    let texts: PostChange?
    /// All texts of the form; `nil` if it has none.
    let written: String?

    init(keeping fields: FormFields) {
        (problem, draft, texts, written) = (nil, fields["message"], nil, fields.written)
    }

    /// - Parameter reference: The log's name for a failure.
    init(_ error: FriendsError, reference: String?, to form: PhotoForm, written: String?, in language: Language) {
        (draft, texts, self.written) = (form.draft, form.texts, written)
        let text: PageText =
            switch error {
            case .notPermitted: .notPermitted
            case .noSuchPhoto: .photoGone
            case .noSuchComment, .noSuchReaction, .deleted, .unknownChange: .commentGone
            case .ended, .notOwn, .noSuchPost: .notPermitted
            case .closed: .commentsClosed
            case .emptyMessage: .commentEmpty
            case .tooLong: .textTooLong
            case .tooMany: .commentsTooMany
            case .different, .full, .notErased, .notRemoved, .unavailable, .unusable, .photoTooLarge, .noRoom,
                .notASubscription:
                .unavailable
            }
        problem = language.text(text, reference: reference)
    }
}

enum PhotoForm {
    case post(id: UUID, message: String, reply: UUID?)
    case change(comment: UUID, message: String)
    case delete(comment: UUID)
    case react(Reaction, isSet: Bool)
    case moderate(Moderate.Change)
    case changePhoto(PostChange)
    case deletePhoto

    init?(_ fields: FormFields, on photo: UUID) {
        let comment = UUID(exactly: fields["comment"])
        // Reactions come with the fields of the comment's form.
        for (name, isSet) in [("react", true), ("unreact", false)] {
            guard let reaction = Reaction(rawValue: fields[name]) else { continue }
            self = .react(reaction, isSet: isSet)
            return
        }
        switch (fields["do"], comment) {
        case ("post", let id?): self = .post(id: id, message: fields["message"], reply: UUID(exactly: fields["reply"]))
        case ("change", let id?): self = .change(comment: id, message: fields["message"])
        case ("delete", let id?): self = .delete(comment: id)
        case ("hide", let id?): self = .moderate(.comment(id, isHidden: true))
        case ("show", let id?): self = .moderate(.comment(id, isHidden: false))
        case ("close", nil): self = .moderate(.comments(on: photo, areClosed: true))
        case ("reopen", nil): self = .moderate(.comments(on: photo, areClosed: false))
        case ("change-photo", nil):
            self = .changePhoto(
                PostChange(
                    caption: fields.text("caption"), location: fields.text("location"), alternative: fields.text("alt"))
            )
        case ("delete-photo", nil): self = .deletePhoto
        case ("hide-photo", nil): self = .moderate(.photo(photo, isHidden: true))
        case ("show-photo", nil): self = .moderate(.photo(photo, isHidden: false))
        default: return nil
        }
    }

    /// The text of a comment, kept if the form is rejected.
    var draft: String { if case .post(_, let message, _) = self { message } else { "" } }

    var reply: UUID? { if case .post(_, _, let reply) = self { reply } else { nil } }

    /// Whether a text is deleted or replaced.
    var erases: Bool {
        switch self {
        case .change, .delete, .changePhoto, .deletePhoto: true
        case .post, .react, .moderate: false
        }
    }

    var texts: PostChange? { if case .changePhoto(let texts) = self { texts } else { nil } }

    func destination(of photo: UUID, in place: PagePlace) -> String {
        switch self {
        case .post(let id, _, _), .change(let id, _): "\(place.address(of: photo))#comment-\(id.uuidString)"
        case .changePhoto, .moderate(.photo(_, isHidden: false)): place.address(of: photo)
        case .moderate(.photo), .deletePhoto: place.basePath + PageRoute.feed.path
        case .delete, .react, .moderate: "\(place.address(of: photo))#comments"
        }
    }

    /// - Returns: What was done. A different text with the same id is another comment.
    func perform(
        with friends: FriendsUseCases, on photo: UUID, by requester: Requester
    ) throws(FriendsError) -> PhotoForm {
        switch self {
        case .post(let id, let message, let reply):
            do {
                _ = try friends.postComment(message, id: id, on: photo, replyTo: reply, by: requester)
            } catch .different {
                let other = PhotoForm.post(id: UUID(), message: message, reply: reply)
                return try other.perform(with: friends, on: photo, by: requester)
            }
        case .change(let id, let message):
            try friends.changeComment(id, on: photo, to: message, by: requester)
        case .delete(let id): try friends.deleteComment(id, on: photo, by: requester)
        case .react(let reaction, let isSet): try friends.react(reaction, isSet: isSet, to: photo, by: requester)
        case .changePhoto(let change): _ = try friends.changePost(photo, by: requester, change)
        case .deletePhoto: try friends.deletePost(photo, by: requester)
        case .moderate(let change): try friends.moderate(change, by: requester)
        }
        return self
    }
}

/// The form for changing a posted photo's texts. Mustache reads stored properties only.
struct PagePhotoTexts {
    let caption: String
    let location: String
    let alternative: String
    /// The reason the form wasn't accepted, which opens it again.
    let problem: String?

    /// Returns `nil` if another person has posted the photo.
    init?(_ photo: ListedPhoto, by poster: Person?, for requester: Requester, answering answer: FormAnswer?) {
        guard let poster, poster.id == requester.person?.id, requester.scopes.contains(.post) else { return nil }
        caption = answer?.texts?.caption ?? photo.description ?? ""
        location = answer?.texts?.location ?? photo.place ?? ""
        alternative = answer?.texts?.alternative ?? photo.alternative ?? ""
        problem = answer?.texts == nil ? nil : answer?.problem
    }
}

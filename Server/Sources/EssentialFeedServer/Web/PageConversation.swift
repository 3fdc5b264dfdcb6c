import EssentialFeed
import Foundation
import NIOCore

/// The comments and reactions on a photo's page, as one person sees them. Mustache reads stored properties only.
struct PageConversation {
    let comments: [PageComment]
    let reactions: [PageReaction]
    let hasReactions: Bool
    /// The form for a comment; `nil` if the person can't write one.
    let composer: PageComposer?
    let mayReact: Bool
    let isClosed: Bool
    let mayModerate: Bool
    let mayDeletePhoto: Bool
    let hasPhotoMenu: Bool
    /// The reason why the last form wasn't accepted.
    let problem: String?

    init(
        _ conversation: LoadConversation.Conversation, for requester: Requester, answering answer: FormAnswer?,
        in place: PagePlace
    ) {
        let (isAdmin, takesPart) = (requester.scopes.contains(.admin), requester.scopes.contains(.comment))
        isClosed = conversation.isClosed
        mayModerate = isAdmin
        mayDeletePhoto =
            conversation.poster.map { isAdmin || requester.scopes.contains(.post) && $0.id == requester.person?.id }
            ?? false
        hasPhotoMenu = isAdmin || mayDeletePhoto
        mayReact = takesPart && !isClosed
        problem = answer?.texts == nil ? answer?.problem : nil
        comments =
            conversation.documentComments.map { PageComment($0, in: place) }
            + conversation.comments.map { comment in
                var shown = PageComment(comment.imageComment, in: place)
                shown.mayDelete = isAdmin || takesPart && comment.author.id == requester.person?.id
                shown.mayHide = isAdmin
                shown.hasMenu = shown.mayDelete || shown.mayHide
                shown.isHidden = comment.isHidden
                return shown
            }
        reactions = Reaction.allCases.map { reaction in
            PageReaction(
                reaction, by: conversation.reactions.first { $0.reaction == reaction }?.people ?? [], requester.person,
                in: place)
        }
        hasReactions = mayReact || reactions.contains { $0.count > 0 }
        composer = takesPart && !isClosed ? PageComposer(id: UUID().uuidString, draft: answer?.draft ?? "") : nil
    }
}

struct PageComment {
    let id: String
    let author: PageName
    let message: [PageWords]
    let date: PageDate
    var mayDelete = false
    var mayHide = false
    var isHidden = false
    var hasMenu = false

    init(_ comment: ImageComment, in place: PagePlace) {
        id = comment.id.uuidString
        author = PageName(comment.author.username)
        message = PageWords.all(in: PresentedText.limited(comment.message))
        date = place.date(comment.createdAt)
    }
}

/// A reaction on a photo's page, and who chose it.
struct PageReaction {
    let name: String
    let emoji: String
    /// The reaction, how many people chose it, and their names, for screen readers.
    let label: String
    let people: String
    let count: Int
    let isOwn: Bool
    let isUsed: Bool

    init(_ reaction: Reaction, by people: [Person], _ reader: Person?, in place: PagePlace) {
        let texts: (emoji: String, name: PageText) =
            switch reaction {
            case .heart: ("❤️", .heart)
            case .thumbsUp: ("👍", .thumbsUp)
            case .laugh: ("😂", .laugh)
            case .wow: ("😮", .wow)
            case .sad: ("😢", .sad)
            case .party: ("🎉", .party)
            }
        name = reaction.rawValue
        emoji = texts.emoji
        count = people.count
        isUsed = count > 0
        isOwn = people.contains { $0.id == reader?.id }
        self.people = people.map { PlainText.clean(PresentedText.limited($0.name)) }.joined(separator: ", ")
        label = [place.language.text(texts.name), count > 0 ? "\(count)" : "", self.people]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

struct PageComposer {
    /// The id of the comment, so that a form that is sent twice is the same comment.
    let id: String
    let draft: String
    let maximumLength = CommentText.maximumLength
}

/// The answer to a form that wasn't accepted.
struct FormAnswer {
    let problem: String
    /// The text of the comment, so that it isn't lost.
    let draft: String
    /// The texts of the photo, so that they aren't lost; `nil` for any other form.
    let texts: PhotoForm.Texts?

    init(_ error: FriendsError, to form: PhotoForm, in language: Language) {
        (draft, texts) = (form.draft, form.texts)
        let text: PageText =
            switch error {
            case .notPermitted: .notPermitted
            case .noSuchPhoto: .photoGone
            case .noSuchComment, .noSuchReaction, .deleted, .unknownChange: .commentGone
            case .ended, .notOwn, .noSuchPost: .notPermitted
            case .closed: .commentsClosed
            case .different: .commentDiffers
            case .emptyMessage: .commentEmpty
            case .tooLong: .textTooLong
            case .tooMany: .commentsTooMany
            case .full, .unavailable, .unusable, .photoTooLarge, .noRoom: .unavailable
            }
        problem = language.text(text)
    }
}

/// A form that a person has sent from a photo's page.
enum PhotoForm {
    case post(id: UUID, message: String)
    case delete(comment: UUID)
    case react(Reaction, isSet: Bool)
    case moderate(Moderate.Change)
    case changePhoto(Texts)
    case deletePhoto

    /// What a person says about a photo that they have posted.
    struct Texts {
        let caption: String
        let location: String
        let alternative: String
    }

    /// Returns `nil` if the fields aren't those of a form.
    init?(_ fields: FormFields, on photo: UUID) {
        let comment = UUID(uuidString: fields["comment"])
        switch (fields["do"], comment) {
        case ("post", let id?): self = .post(id: id, message: fields["message"])
        case ("delete", let id?): self = .delete(comment: id)
        case ("hide", let id?): self = .moderate(.comment(id, isHidden: true))
        case ("show", let id?): self = .moderate(.comment(id, isHidden: false))
        case ("close", nil): self = .moderate(.comments(on: photo, areClosed: true))
        case ("reopen", nil): self = .moderate(.comments(on: photo, areClosed: false))
        case ("change-photo", nil):
            self = .changePhoto(
                Texts(caption: fields["caption"], location: fields["location"], alternative: fields["alt"]))
        case ("delete-photo", nil): self = .deletePhoto
        case ("hide-photo", nil): self = .moderate(.photo(photo, isHidden: true))
        case ("show-photo", nil): self = .moderate(.photo(photo, isHidden: false))
        default:
            if let reaction = Reaction(rawValue: fields["react"]) {
                self = .react(reaction, isSet: true)
            } else if let reaction = Reaction(rawValue: fields["unreact"]) {
                self = .react(reaction, isSet: false)
            } else {
                return nil
            }
        }
    }

    /// The text of a comment, which isn't lost if the form isn't accepted.
    var draft: String { if case .post(_, let message) = self { message } else { "" } }

    var texts: Texts? { if case .changePhoto(let texts) = self { texts } else { nil } }

    /// The page to show afterwards.
    func destination(of photo: UUID, in place: PagePlace) -> String {
        switch self {
        case .post(let id, _): "\(place.address(of: photo))#comment-\(id.uuidString)"
        case .changePhoto, .moderate(.photo(_, isHidden: false)): place.address(of: photo)
        case .moderate(.photo), .deletePhoto: place.basePath + PageRoute.feed.path
        case .delete, .react, .moderate: "\(place.address(of: photo))#comments"
        }
    }

    /// - Throws: ``FriendsError``; then nothing has changed.
    func perform(with friends: FriendsUseCases, on photo: UUID, by requester: Requester) throws(FriendsError) {
        switch self {
        case .post(let id, let message): _ = try friends.postComment(message, id: id, on: photo, by: requester)
        case .delete(let id): try friends.deleteComment(id, on: photo, by: requester)
        case .react(let reaction, let isSet): try friends.react(reaction, isSet: isSet, to: photo, by: requester)
        case .changePhoto(let texts):
            let cleaned = try PostTexts(
                caption: texts.caption, location: texts.location, alternative: texts.alternative)
            _ = try friends.changePost(photo, by: requester) { _ in cleaned }
        case .deletePhoto: try friends.deletePost(photo, by: requester)
        case .moderate(let change): try friends.moderate(change, by: requester)
        }
    }
}

/// The form with which people change what they say about a photo that they have posted. Mustache reads stored properties
/// only.
struct PagePhotoTexts {
    let caption: String
    let location: String
    let alternative: String
    /// The reason why the form wasn't accepted.
    let problem: String?
    let isOpen: Bool

    /// Returns `nil` if another person has posted the photo.
    init?(_ photo: ListedPhoto, by poster: Person?, for requester: Requester, answering answer: FormAnswer?) {
        guard let poster, poster.id == requester.person?.id, requester.scopes.contains(.post) else { return nil }
        caption = answer?.texts?.caption ?? photo.description ?? ""
        location = answer?.texts?.location ?? photo.place ?? ""
        alternative = answer?.texts?.alternative ?? photo.alternative ?? ""
        problem = answer?.texts == nil ? nil : answer?.problem
        isOpen = problem != nil
    }
}

/// The fields of an HTML form (`application/x-www-form-urlencoded`).
struct FormFields {
    private let values: [String: String]

    /// Repeated fields keep their first value.
    init(_ body: ByteBuffer) {
        let pairs = String(buffer: body).split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.unescaped(parts[0]), parts.count > 1 ? Self.unescaped(parts[1]) : "")
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    /// Returns a field, or an empty text.
    subscript(_ name: String) -> String { values[name] ?? "" }

    private static func unescaped(_ text: Substring) -> String {
        let text = String(text).replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}

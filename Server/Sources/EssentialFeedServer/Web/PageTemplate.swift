import EssentialFeed
import Mustache

/// The templates of the web pages. They escape all values but HTML.
enum PageTemplate: String {
    case feed, months, photo, conversation, comment, post, select, activity, people, you, notice, join, welcome
    case question

    static let mediaType = "text/html; charset=utf-8"

    private static let library: MustacheLibrary = {
        let sources = [
            "page": PackageResources.page_mustache, "card": PackageResources.card_mustache,
            "name": PackageResources.name_mustache, "written": PackageResources.written_mustache,
            "cover": PackageResources.cover_mustache,
            "conversation": PackageResources.conversation_mustache, "comment": PackageResources.comment_mustache,
            "activity": PackageResources.activity_mustache, "feed": PackageResources.feed_mustache,
            "months": PackageResources.months_mustache, "photo": PackageResources.photo_mustache,
            "people": PackageResources.people_mustache, "post": PackageResources.post_mustache,
            "notice": PackageResources.notice_mustache, "join": PackageResources.join_mustache,
            "welcome": PackageResources.welcome_mustache,
            "question": PackageResources.question_mustache, "select": PackageResources.select_mustache,
            "invitation": PackageResources.invitation_mustache, "invite": PackageResources.invite_mustache,
            "you": PackageResources.you_mustache,
        ]
        MustacheContentTypes.register(PageEscaping(), named: PageEscaping.name)
        do {
            return MustacheLibrary(
                templates: try sources.mapValues { template in
                    let text = String(decoding: template, as: UTF8.self)
                    return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(PageEscaping.name)}}\(text)")
                })
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }()

    /// Returns the page of a model with a ``PageFrame`` as its `frame`.
    func page(_ model: Any) -> String {
        guard let page = Self.library.render(model, withTemplate: rawValue) else {
            preconditionFailure("there is no template \(rawValue)")
        }
        return page
    }
}

/// Escapes HTML's special characters, even before a combining mark: Mustache's own escaping takes a quotation mark with
/// an accent for another character, but browsers don't.
struct PageEscaping: MustacheContentType {
    static let name = "PAGE"

    func escapeText(_ text: String) -> String { Markup.escaped(text) }
}

/// The person who is signed in.
struct PageReader {
    /// The id of the person's token. Scripts use it to keep one person's unsent texts from the next.
    let id: String
    let name: String
    /// “Signed in as”, with the name.
    let title: String

    init(_ person: Person, in language: Language) {
        id = person.id
        name = PageName(person.name).name
        title = language.text(PageText.signedInAs, name)
    }
}

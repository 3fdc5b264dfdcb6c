import EssentialFeed
import Foundation
import Mustache

/// The templates of the web pages. They escape all values.
enum PageTemplate: String {
    case feed, photo, post, people, notice, join

    static let mediaType = "text/html; charset=utf-8"

    private static let library: MustacheLibrary = {
        let sources = [
            "page": PackageResources.page_mustache, "card": PackageResources.card_mustache,
            "conversation": PackageResources.conversation_mustache,
            "feed": PackageResources.feed_mustache, "photo": PackageResources.photo_mustache,
            "people": PackageResources.people_mustache, "post": PackageResources.post_mustache,
            "notice": PackageResources.notice_mustache, "join": PackageResources.join_mustache,
        ]
        do {
            return MustacheLibrary(
                templates: try sources.mapValues { try MustacheTemplate(string: String(decoding: $0, as: UTF8.self)) })
        } catch {
            preconditionFailure("the templates are part of the program: \(error)")
        }
    }()

    /// Returns the page of a model, which has a ``PageFrame`` as its `frame`.
    func page(_ model: Any) -> String {
        guard let page = Self.library.render(model, withTemplate: rawValue) else {
            preconditionFailure("there is no template \(rawValue)")
        }
        return page
    }
}

/// The values that all pages in one language share.
struct PageFrame {
    let title: String
    /// The texts by the names of ``PageText``.
    let text: [String: String]
    /// The language as `lang` names it.
    let language: String
    /// None of the languages is written from right to left yet.
    let direction = "ltr"
    /// The path below which all paths are.
    let base: String
    /// The path of the static files.
    let assets: String
    /// The version of the feed, and the number of the last change; scripts ask for later changes.
    var feed: String?
    var since: String?

    init(title: String, language: Language, basePath: String) {
        self.title = title
        text = PageText.all(in: language)
        self.language = language.rawValue
        base = basePath
        assets = basePath + PageAssets.path
    }
}

struct PageDate {
    /// The date for programs.
    let machine: String
    /// The date without a time, whose zone the server doesn't know.
    let text: String

    init(_ date: Date, language: Language, timeZone: TimeZone) {
        machine = WireDate.text(date)
        text = date.formatted(
            Date.FormatStyle(
                date: .long, time: .omitted, locale: language.locale, calendar: Calendar(identifier: .gregorian),
                timeZone: timeZone))
    }
}

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
            "name": PackageResources.name_mustache,
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
                date: .abbreviated, time: .omitted, locale: language.locale, calendar: Calendar(identifier: .gregorian),
                timeZone: timeZone))
    }
}

/// The static files of the web pages, which are built into the program.
///
/// Their paths contain a checksum of all of them, so that browsers keep them for good and never mix two versions.
enum PageAssets {
    struct File: Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    private static let files = [
        "app.css": File(mediaType: "text/css; charset=utf-8", bytes: PackageResources.app_css),
        "app.js": script(PackageResources.app_js),
        "conversation.js": script(PackageResources.conversation_js),
        "join.js": script(PackageResources.join_js),
        "outbox.js": script(PackageResources.outbox_js),
        "post.js": script(PackageResources.post_js),
        "people.js": script(PackageResources.people_js),
        "thumbhash.js": script(PackageResources.thumbhash_js),
        "viewer.js": script(PackageResources.viewer_js),
        "worker.js": script(PackageResources.worker_js),
        "manifest.webmanifest": File(
            mediaType: "application/manifest+json", bytes: PackageResources.manifest_webmanifest),
        "icon.png": File(mediaType: "image/png", bytes: PackageResources.icon_png),
        "icon.svg": File(mediaType: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]

    /// The first part of the files' paths.
    static let folder = "/assets/"
    /// Changes with each of the files.
    static let version = String(
        ContentDigest(of: files.sorted { $0.key < $1.key }.flatMap(\.value.bytes)).hexadecimal.prefix(12))
    /// The path of the files.
    static let path = folder + version

    private static func script(_ bytes: [UInt8]) -> File {
        File(mediaType: "text/javascript; charset=utf-8", bytes: bytes)
    }

    static func file(_ name: String) -> File? { files[name] }
}

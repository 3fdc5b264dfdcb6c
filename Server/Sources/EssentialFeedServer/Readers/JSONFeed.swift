import EssentialFeed
import Foundation

/// Writes a page in JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).
enum JSONFeed {
    static func encode(_ page: ReaderPage) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(Feed(page))
        } catch {
            preconditionFailure("strings always encode: \(error)")
        }
    }

    private struct Feed: Encodable {
        let version = "https://jsonfeed.org/version/1.1"
        let title: String
        let feedURL: String
        let nextURL: String?
        let items: [Item]

        enum CodingKeys: String, CodingKey {
            case version, title, items
            case feedURL = "feed_url"
            case nextURL = "next_url"
        }

        init(_ page: ReaderPage) {
            (title, feedURL, nextURL) = (page.title, page.address, page.nextAddress)
            items = page.entries.map(Item.init)
        }
    }

    private struct Item: Encodable {
        let id: String
        let url: String
        let title: String
        let content: String
        let image: String
        let date: String
        let authors: [Author]?

        enum CodingKeys: String, CodingKey {
            case id, url, title, image, authors
            case content = "content_html"
            case date = "date_published"
        }

        init(_ entry: ReaderEntry) {
            id = entry.id.uuidString
            (url, image) = (entry.image, entry.image)
            (title, content) = (entry.title, entry.content)
            date = WireDate.text(entry.date)
            authors = entry.author.map { [Author(name: $0)] }
        }
    }

    private struct Author: Encodable {
        let name: String
    }
}

/// A page of the feed for feed readers, independent of the format.
struct ReaderPage: Sendable {
    /// The title of the whole feed.
    let title: String
    /// The URL of the page.
    let address: String
    /// The URL of the next page, or `nil` for the last page.
    let nextAddress: String?
    let entries: [ReaderEntry]
}

/// A photo as shown in feed readers.
struct ReaderEntry: Sendable {
    /// In characters; longer titles are truncated.
    private static let maximumTitleLength = 100

    let id: UUID
    let date: Date
    let description: String?
    let place: String?
    let author: String?
    /// The URL of the image, which works in an `<img>` element.
    let image: String

    /// The first line of the description, or else the place, or else the day.
    var title: String {
        let line = (description ?? place ?? "").split(whereSeparator: \.isNewline).first.map(String.init)
        guard let line else { return String(WireDate.text(date).prefix { $0 != "T" }) }
        return line.count > Self.maximumTitleLength ? line.prefix(Self.maximumTitleLength - 1) + "…" : line
    }

    /// An HTML fragment with the image, its description and its place.
    ///
    /// Many readers ignore enclosures and `image` fields, so the content has an `<img>` element.
    var content: String {
        let texts = [description, place].compactMap { $0.map(Markup.escaped) }
        let lines = texts.map { "<p>\($0.replacing("\n", with: "<br>"))</p>" }
        return #"<p><img src="\#(Markup.escaped(image))" alt="\#(Markup.escaped(title))"></p>"# + lines.joined()
    }
}

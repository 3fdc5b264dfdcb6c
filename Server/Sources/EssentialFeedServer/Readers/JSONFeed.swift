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

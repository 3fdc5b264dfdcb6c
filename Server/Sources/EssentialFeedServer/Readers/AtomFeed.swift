import EssentialFeed
import Foundation

/// Writes a page in the Atom syndication format (RFC 4287).
enum AtomFeed {
    static func encode(_ page: ReaderPage) -> Data {
        let updated = page.entries.map(\.updated).max() ?? Date(timeIntervalSince1970: 0)
        let address = Markup.escaped(page.address)
        var lines = [
            #"<?xml version="1.0" encoding="utf-8"?>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
            "<id>\(address.prefix { $0 != "?" })</id>",
            "<title>\(Markup.escaped(page.title))</title>",
            "<author><name>\(Markup.escaped(page.title))</name></author>",
            "<updated>\(WireDate.text(updated))</updated>",
            #"<link rel="self" type="\#(FeedFormat.atom.mediaType)" href="\#(address)"/>"#,
        ]
        if let next = page.nextAddress {
            lines.append(#"<link rel="next" type="\#(FeedFormat.atom.mediaType)" href="\#(Markup.escaped(next))"/>"#)
        }
        lines += page.entries.flatMap(entry)
        lines.append("</feed>\n")
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func entry(_ entry: ReaderEntry) -> [String] {
        var lines = [
            "<entry>",
            "<id>urn:uuid:\(entry.id.uuidString.lowercased())</id>",
            "<title>\(Markup.escaped(entry.title))</title>",
            "<published>\(WireDate.text(entry.published))</published>",
            "<updated>\(WireDate.text(entry.updated))</updated>",
            #"<link rel="alternate" type="text/html" href="\#(Markup.escaped(entry.page))"/>"#,
            #"<link rel="enclosure" type="\#(entry.mediaType)" href="\#(Markup.escaped(entry.image))"/>"#,
        ]
        if let author = entry.author { lines.append("<author><name>\(Markup.escaped(author))</name></author>") }
        // The content is HTML, which is escaped again as XML text.
        lines += [#"<content type="html">\#(Markup.escaped(entry.content))</content>"#, "</entry>"]
        return lines
    }
}

enum Markup {
    /// Returns the text with markup characters escaped and without characters that XML 1.0 forbids.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // A parser would read a carriage return as a line feed.
            case "\r": continue
            case _ where isAllowed(scalar): result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

struct ReaderPage: Sendable {
    let title: String
    let address: String
    /// The URL of the next page, or `nil` for the last page.
    let nextAddress: String?
    let entries: [ReaderEntry]
}

struct ReaderEntry: Sendable {
    /// In characters; longer titles are truncated.
    private static let maximumTitleLength = 100

    let id: UUID
    /// When the photo was taken.
    let date: Date
    /// When the photo was added to the feed.
    let published: Date
    /// When the photo or one of its texts changed last.
    let updated: Date
    let description: String?
    let place: String?
    let author: String?
    /// The URL of the photo's page.
    let page: String
    /// The URL of the image, which works in an `<img>` element.
    let image: String
    let mediaType: String

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

import EssentialFeed
import Foundation

/// A page of the feed in the Atom syndication format (RFC 4287).
struct AtomFeed {
    /// In characters; longer titles are truncated.
    private static let maximumTitleLength = 100

    let title: String
    let address: String
    let nextAddress: String?
    let photos: [ListedPhoto]
    let links: ImageLinks

    func encoded() -> Data {
        let updated = photos.map(Self.updated).max() ?? Date(timeIntervalSince1970: 0)
        let (title, address) = (Markup.escaped(title), Markup.escaped(address))
        var lines = [
            #"<?xml version="1.0" encoding="utf-8"?>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
            "<id>\(address.prefix { $0 != "?" })</id>",
            "<title>\(title)</title>",
            "<author><name>\(title)</name></author>",
            "<updated>\(WireDate.text(updated))</updated>",
            #"<link rel="self" type="\#(FeedFormat.atom.mediaType)" href="\#(address)"/>"#,
        ]
        if let nextAddress {
            let next = Markup.escaped(nextAddress)
            lines.append(#"<link rel="next" type="\#(FeedFormat.atom.mediaType)" href="\#(next)"/>"#)
        }
        lines += photos.flatMap(entry)
        lines.append("</feed>\n")
        return Data(lines.joined(separator: "\n").utf8)
    }

    private func entry(_ photo: ListedPhoto) -> [String] {
        let (page, image) = (links.page(of: photo.id), links.url(of: photo))
        var lines = [
            "<entry>",
            "<id>urn:uuid:\(photo.id.uuidString.lowercased())</id>",
            "<title>\(Markup.escaped(Self.title(of: photo)))</title>",
            "<published>\(WireDate.text(photo.added ?? photo.date))</published>",
            "<updated>\(WireDate.text(Self.updated(photo)))</updated>",
            #"<link rel="alternate" type="text/html" href="\#(Markup.escaped(page))"/>"#,
            #"<link rel="enclosure" type="\#(photo.mediumType)" href="\#(Markup.escaped(image))"/>"#,
        ]
        if let author = photo.author { lines.append("<author><name>\(Markup.escaped(author))</name></author>") }
        // The content is HTML, which is escaped again as XML text.
        let content = Markup.escaped(Self.content(of: photo, image: image))
        lines += [#"<content type="html">\#(content)</content>"#, "</entry>"]
        return lines
    }

    private static func updated(_ photo: ListedPhoto) -> Date { photo.updated ?? photo.added ?? photo.date }

    /// Returns the first line of the description, or else the place, or else the day.
    static func title(of photo: ListedPhoto) -> String {
        let line = (photo.description ?? photo.place ?? "").split(whereSeparator: \.isNewline).first.map(String.init)
        guard let line else { return String(WireDate.text(photo.date).prefix { $0 != "T" }) }
        return line.count > maximumTitleLength ? line.prefix(maximumTitleLength - 1) + "…" : line
    }

    /// Returns an HTML fragment with the image, its description and its place.
    ///
    /// Many readers ignore enclosures and `image` fields, so the content has an `<img>` element.
    static func content(of photo: ListedPhoto, image: String) -> String {
        let texts = [photo.description, photo.place].compactMap { $0.map(Markup.escaped) }
        let lines = texts.map { "<p>\($0.replacing("\n", with: "<br>"))</p>" }
        let alternative = Markup.escaped(photo.alternative ?? title(of: photo))
        return #"<p><img src="\#(Markup.escaped(image))" alt="\#(alternative)"></p>"# + lines.joined()
    }
}

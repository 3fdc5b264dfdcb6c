import Foundation

/// The byte range of a partial response, and the total length (RFC 9110, 14.4).
///
/// HTTPTypes names the field but doesn't parse its value.
struct ContentRange: Hashable, Sendable {
    let first: Int
    let last: Int
    let total: Int

    /// Creates a range from a field's value. Returns `nil` if the text isn't `bytes first-last/total`, if its numbers
    /// contradict each other, or if the total is unknown.
    init?(_ text: String?) {
        guard let match = text?.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/.ignoresCase()),
            let first = Int(match.1), let last = Int(match.2), let total = Int(match.3), first <= last, last < total
        else { return nil }
        self.first = first
        self.last = last
        self.total = total
    }
}

/// An entity tag, which identifies one version of a URL's resource (RFC 9110, 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// The text of the field, with its quotes.
    let text: String
    /// Whether equal tags mean equal bytes. Equal weak tags mean only equivalent content.
    let isStrong: Bool

    /// Creates an entity tag from a field's value. Returns `nil` if the text isn't an entity tag.
    init?(_ text: String?) {
        guard let text else { return nil }
        let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        guard opaque.count >= 2, opaque.first == "\"", opaque.last == "\"",
            opaque.dropFirst().dropLast().utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F })
        else { return nil }
        self.text = text
        isStrong = opaque.count == text.count
    }
}

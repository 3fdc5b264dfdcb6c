import Foundation

/// The directives of a `Cache-Control` field, by lowercase name (RFC 9111, 5.2.2).
///
/// If a directive is repeated, the first one counts, as RFC 9111, 4.2.1 permits. A value may be quoted.
struct CacheControl: Hashable, Sendable {
    /// The maximum number of seconds; larger numbers are clamped to it, as RFC 9111, 1.2.2 requires.
    static let maximumSeconds = 1 << 31

    private var directives: [String: String] = [:]

    init(_ field: String?) {
        for directive in Self.members(of: field ?? "") {
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
            let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            if directives[name] == nil { directives[name] = value }
        }
    }

    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// Returns a directive's number of seconds, or `nil` if the directive is missing.
    ///
    /// A value that isn't a number counts as 0, so that the response is stale (RFC 9111, 4.2.1).
    func seconds(_ name: String) -> Int? {
        directives[name].map { Self.seconds($0) ?? 0 }
    }

    /// Returns the number in the text, quoted or not, or `nil` if the text contains anything but digits.
    static func seconds(_ text: String) -> Int? {
        var text = text[...]
        if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int(text) ?? maximumSeconds, maximumSeconds)
    }

    /// Returns the parts between unquoted commas.
    private static func members(of field: String) -> [String] {
        var members = [""]
        var isQuoted = false
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                members.append("")
            } else {
                members[members.count - 1].append(character)
            }
        }
        return members
    }
}

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

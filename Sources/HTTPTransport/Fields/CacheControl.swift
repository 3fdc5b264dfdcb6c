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

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

/// A validator of one state of what is behind a URL (RFC 9110, 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// As it came, quotes and all.
    let text: String
    /// Whether equal tags mean equal bytes; a weak tag promises as much as looks the same.
    let isStrong: Bool

    /// `nil`: the text is no entity tag.
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

import Foundation

/// Finds the web addresses in a text, in order, in one pass.
///
/// An address begins with `http://`, `https://` or `www.`, and isn't the end of a longer word. It ends at a space, a
/// quotation mark, a bracket or a full stop of a language without spaces. Parentheses belong to it in pairs only.
struct WrittenAddresses {
    struct Written {
        /// The address in the text, without the punctuation of the sentence around it.
        let range: Range<String.Index>
        /// The address to open; `nil` if people and browsers might read it differently.
        let address: String?
    }

    private static let web = "www."
    private static let schemes = ["http://", "https://"]

    let text: String.UnicodeScalarView
    private var position: String.Index
    private var previous: Unicode.Scalar?

    init(in text: String) {
        self.text = text.unicodeScalars
        position = text.startIndex
    }

    mutating func next() -> Written? {
        while position < text.endIndex {
            let start = position
            if let (beginning, isWeb) = beginning(at: start), let end = end(after: beginning) {
                position = end
                previous = text[text.index(before: end)]
                return written(start..<end, isWeb: isWeb)
            }
            previous = text[start]
            position = text.index(after: start)
        }
        return nil
    }

    /// Returns the end of an address's first part, or `nil` if none begins here.
    private func beginning(at start: String.Index) -> (end: String.Index, isWeb: Bool)? {
        switch text[start] {
        case "h", "H":
            guard previous.map(Self.continuesScheme) != true else { return nil }
            return Self.schemes.lazy.compactMap { end(of: $0, at: start) }.first.map { ($0, false) }
        case "w", "W":
            // After anything else, like a slash, it may be a part of an address that misleads.
            guard previous.map({ Self.endsAddress($0) || $0 == "(" }) != false else { return nil }
            return end(of: Self.web, at: start).map { ($0, true) }
        default: return nil
        }
    }

    private func end(of beginning: String, at start: String.Index) -> String.Index? {
        var index = start
        for expected in beginning.utf8 {
            guard index < text.endIndex, text[index].isASCII else { return nil }
            let byte = UInt8(text[index].value)
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 == expected : byte == expected
            else { return nil }
            index = text.index(after: index)
        }
        return index
    }

    /// Returns the end of an address, or `nil` if nothing follows its beginning.
    private func end(after beginning: String.Index) -> String.Index? {
        var index = beginning
        while index < text.endIndex, !Self.endsAddress(text[index]) {
            guard text[index] == "(" else {
                index = text.index(after: index)
                continue
            }
            let inside = text.index(after: index)
            let close = text[inside...].firstIndex { $0 == "(" || $0 == ")" || $0.properties.isWhitespace }
            guard let close, text[close] == ")" else { break }
            index = text.index(after: close)
        }
        return index > beginning ? index : nil
    }

    private func written(_ found: Range<String.Index>, isWeb: Bool) -> Written {
        var shown = text[found]
        while let last = shown.last, Self.isPunctuation(last) { shown.removeLast() }
        let address = (isWeb ? "https://" : "") + String(shown).replacing("\u{200B}", with: "")
        return Written(
            range: shown.startIndex..<shown.endIndex, address: Self.isHonest(address, isWeb: isWeb) ? address : nil)
    }

    /// Returns whether people and browsers read an address the same way: it has no user info, which looks like a host
    /// (`http://good.com@evil.com` leads to `evil.com`), no backslash and no invisible character. A name after `www.`
    /// has a domain.
    private static func isHonest(_ address: String, isWeb: Bool) -> Bool {
        // Creating a `URL` takes longer, and a text may have hundreds of addresses.
        let authority = address.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        guard authority.count > 2,
            !authority[2].prefix(while: {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
            })
            .contains(UInt8(ascii: "@")),
            !address.unicodeScalars.contains(where: { $0 == "\\" || $0.properties.isDefaultIgnorableCodePoint }),
            let url = URL(string: address), let host = url.host(), !host.isEmpty, url.user() == nil
        else { return false }
        return !isWeb || host.dropFirst(web.count).split(separator: ".", omittingEmptySubsequences: false).count > 1
    }

    /// Returns whether a scalar may precede `http` in a longer word or scheme.
    private static func continuesScheme(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", ".", "-": true
        default: false
        }
    }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ")", "<", ">", "\"", "[", "]", "^", "`", "{", "|", "}", "«", "»", "‹", "›", "“", "”", "„", "‘", "「", "」",
            "『", "』", "【", "】", "（", "）", "《", "》", "〈", "〉", "。", "、", "！", "？", "，", "；", "：":
            true
        default: scalar.properties.isWhitespace
        }
    }

    /// Returns whether a scalar ends an address only as a part of the sentence around it.
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ":", ";", "!", "?", "'", "*", "_", "~", "…", "’", "\u{200B}", "\u{200E}", "\u{200F}": true
        default: false
        }
    }
}

import Foundation

/// A text by another user, split at its links.
///
/// The joined parts are the text cleaned by ``PlainText``, so characters that reorder text can't come between a link
/// and its address.
package struct LinkedText: Hashable, Sendable {
    /// A part of the text.
    package enum Part: Hashable, Sendable {
        /// Text without a link.
        case plain(String)
        /// An address as written in the text, and the same without the zero-width spaces that ``PresentedText`` inserts
        /// into long words.
        case link(String, address: String)
    }

    /// The maximum number of links in a text. Further addresses are plain text.
    package static let maximumLinks = 50

    /// The parts of the text, in order. No part is empty.
    package let parts: [Part]

    /// Finds the links in a text. Takes time proportional to the length of the text.
    /// - Parameter text: The text, limited by ``PresentedText``. An address at the end of a truncated text isn't a
    ///   link, because it is incomplete.
    package init(_ text: String) {
        let clean = PlainText.clean(text)
        let isCut = clean.unicodeScalars.count > PresentedText.maximumCharacters
        var parts: [Part] = []
        var rest = clean[...]
        var links = 0
        for match in clean.contains("://") ? clean.matches(of: Self.addresses) : [] where links < Self.maximumLinks {
            var written = match.output.1.unicodeScalars
            while let last = written.last, Self.punctuation.contains(last) { written.removeLast() }
            let address = String(written).replacing("\u{200B}", with: "")
            guard Self.isHonest(address), !isCut || clean[written.endIndex...] != "…" else { continue }
            if rest.startIndex < written.startIndex { parts.append(.plain(String(rest[..<written.startIndex]))) }
            parts.append(.link(String(written), address: address))
            rest = rest[written.endIndex...]
            links += 1
        }
        if !rest.isEmpty { parts.append(.plain(String(rest))) }
        self.parts = parts
    }

    /// The addresses of the links, in order.
    package var links: [String] {
        parts.compactMap { if case .link(_, let address) = $0 { address } else { nil } }
    }

    /// An address that isn't the end of a longer word: up to a space, a quotation mark, a bracket or a full stop of a
    /// language without spaces, with parentheses in pairs only.
    private static var addresses: Regex<(Substring, Substring)> {
        #/
        (?: ^ | [^a-z0-9+.\-] )
        ( https?:// (?: [^\s()<>"\[\]^`{|}«»‹›“”„‘「」『』【】（）《》〈〉。、！？，；：] | \( [^\s()]* \) )+ )
        /#.ignoresCase().matchingSemantics(.unicodeScalar)
    }

    /// What ends an address only as a part of the sentence around it.
    private static let punctuation: Set<Unicode.Scalar> = [
        ".", ",", ":", ";", "!", "?", "'", "*", "_", "~", "…", "’", "\u{200B}", "\u{200E}", "\u{200F}",
    ]

    /// Returns whether people and browsers read an address the same way: it has no user info, which looks like a host
    /// (`http://good.com@evil.com` leads to `evil.com`), no backslash and no invisible character.
    private static func isHonest(_ address: String) -> Bool {
        guard let url = URL(string: address), url.host()?.isEmpty == false, url.user() == nil else { return false }
        return !address.unicodeScalars.contains { $0 == "\\" || $0.properties.isDefaultIgnorableCodePoint }
    }
}

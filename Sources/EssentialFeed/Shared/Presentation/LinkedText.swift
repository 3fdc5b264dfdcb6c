/// A text by another user, split at its links.
///
/// The joined parts are the text cleaned by ``PlainText``, so characters that reorder text can't come between a link
/// and its address.
package struct LinkedText: Hashable, Sendable {
    /// A part of the text.
    package enum Part: Hashable, Sendable {
        /// Text without a link.
        case plain(String)
        /// An address as written in the text, and its link.
        case link(String, WebLink)
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
        let scalars = Substring(clean).unicodeScalars
        var parts: [Part] = []
        var plainStart = scalars.startIndex
        var position = scalars.startIndex
        var links = 0
        while links < Self.maximumLinks, let found = Self.nextAddress(in: scalars[position...]) {
            position = found.run.endIndex
            guard let link = WebLink(String(found.address)), !Self.wasCut(found.run, of: clean) else { continue }
            if plainStart < found.address.startIndex {
                parts.append(.plain(String(scalars[plainStart..<found.address.startIndex])))
            }
            parts.append(.link(String(found.address), link))
            plainStart = found.address.endIndex
            links += 1
        }
        if plainStart < scalars.endIndex { parts.append(.plain(String(scalars[plainStart...]))) }
        self.parts = parts
    }

    /// The links, in order.
    package var links: [WebLink] {
        parts.compactMap { if case .link(_, let link) = $0 { link } else { nil } }
    }

    private typealias Scalars = Substring.UnicodeScalarView

    /// Returns the next part that may be an address, and the run without spaces that begins with the address.
    private static func nextAddress(in scalars: Scalars) -> (address: Scalars, run: Scalars)? {
        var position = scalars.startIndex
        while let colon = scalars[position...].firstIndex(of: ":") {
            position = scalars.index(after: colon)
            guard scalars[position...].starts(with: "//".unicodeScalars), let start = scheme(before: colon, in: scalars)
            else { continue }
            let rest = scalars.index(position, offsetBy: 2)
            let end = scalars[rest...].firstIndex { !isOfRun($0) } ?? scalars.endIndex
            return (trimmed(scalars[start..<end], from: rest), scalars[start..<end])
        }
        return nil
    }

    /// Returns where `http` or `https` begins, if it precedes the colon and isn't the end of a longer word.
    private static func scheme(before colon: Scalars.Index, in scalars: Scalars) -> Scalars.Index? {
        var start = colon
        var word = ""
        while start > scalars.startIndex {
            let before = scalars.index(before: start)
            let scalar = scalars[before]
            guard isOfScheme(scalar) else { break }
            guard word.utf8.count < 5 else { return nil }
            word = String(scalar) + word
            start = before
        }
        return ["http", "https"].contains(word.lowercased()) ? start : nil
    }

    private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
        default: false
        }
    }

    /// Runs include backslashes and invisible characters, so that ``WebLink`` can reject them.
    private static func isOfRun(_ scalar: Unicode.Scalar) -> Bool {
        WebLink.mayFollowHost(scalar) || scalar == "\\"
            || scalar.properties.isDefaultIgnorableCodePoint && !PlainText.isUnsafe(scalar)
    }

    /// Returns an address without trailing characters of the surrounding sentence: punctuation and unmatched closing
    /// parentheses.
    private static func trimmed(_ address: Scalars, from rest: Scalars.Index) -> Scalars {
        var unopened = 0
        for scalar in address[rest...] {
            if scalar == ")" { unopened += 1 }
            if scalar == "(" { unopened -= 1 }
        }
        var end = address.endIndex
        while end > rest {
            let last = address.index(before: end)
            switch address[last] {
            case ")" where unopened > 0: unopened -= 1
            case let scalar where isPunctuation(scalar): break
            default: return address[..<end]
            }
            end = last
        }
        return address[..<end]
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return ".,:;!?'*_~".unicodeScalars.contains(scalar) }
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .finalPunctuation, .dashPunctuation: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func wasCut(_ run: Scalars, of text: String) -> Bool {
        run.last == "…" && run.endIndex == text.endIndex
            && text.unicodeScalars.count > PresentedText.maximumCharacters
    }
}

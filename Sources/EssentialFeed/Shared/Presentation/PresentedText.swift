/// Limits a server's text to the safe capacity of a user interface.
///
/// A layout engine needs memory and time proportional to the length of a text, and quadratic time for the marks on one
/// letter and for a word that has to be broken. The limits are far above any normal text.
package enum PresentedText {
    /// The maximum number of displayed Unicode scalars, without the ellipsis of a truncated text.
    package static let maximumCharacters = 10_000
    /// The maximum number of displayed marks on one letter. A Tibetan stack has eight.
    package static let maximumMarks = 8
    /// The maximum number of scalars without white space. A zero-width space is inserted after them to allow a line
    /// break.
    package static let maximumUnbroken = 200
    /// The paragraph length, in scalars, after which the paragraph ends at the next space or, after twice this length,
    /// inside a word. Pango measures paragraphs in 32 bits. 10,000 of the widest letters at twice their size exceed
    /// them: Pango would lay out one unusable line, and drawing the line would fail together with everything around it.
    package static let longParagraph = 2_000
    /// The maximum number of scalars to examine.
    private static let maximumExamined = 10 * maximumCharacters

    /// Returns the text without excess marks, with line breaks allowed in endless words, split into paragraphs Pango
    /// can measure, and truncated with an ellipsis if it is too long.
    ///
    /// Tabs become spaces: a layout engine doesn't break a row of tabs, which would widen the window.
    ///
    /// Megabytes of text take no longer than a text of the maximum length.
    package static func limited(_ text: String) -> String {
        if text.utf8.count <= maximumUnbroken, text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        var examined = 0
        var marks = 0
        var unbroken = 0
        var paragraph = 0
        var isJoined = false
        for scalar in text.unicodeScalars {
            guard examined < maximumExamined else { return String(kept) + "…" }
            guard count < maximumCharacters else { return cut(String(kept), before: scalar) + "…" }
            examined += 1
            if isMark(scalar) {
                marks += 1
                guard marks <= maximumMarks else { continue }
            } else if isInvisible(scalar) {
                isJoined = true
            } else {
                let isEndless = paragraph >= 2 * longParagraph && unbroken >= (isJoined ? 2 : 1) * maximumUnbroken
                if paragraph >= longParagraph, unbroken == 0 || isEndless {
                    kept.append("\u{2029}")
                    (paragraph, unbroken) = (0, 0)
                } else if unbroken >= maximumUnbroken, !isJoined, !scalar.properties.isWhitespace {
                    kept.append("\u{200B}")
                    unbroken = 0
                }
                marks = 0
                isJoined = false
            }
            kept.append(scalar == "\t" ? " " : scalar)
            count += 1
            unbroken = scalar.properties.isWhitespace ? 0 : unbroken + 1
            paragraph = scalar == "\n" || scalar == "\u{2029}" ? 0 : paragraph + 1
        }
        return String(kept)
    }

    /// Returns the text without its last character if the scalar would have continued that character: half of a flag or
    /// family emoji isn't shown.
    private static func cut(_ kept: String, before scalar: Unicode.Scalar) -> String {
        guard let last = kept.last, (String(last) + String(scalar)).count == 1,
            last.unicodeScalars.count < maximumCharacters
        else { return kept }
        return String(kept.dropLast())
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }

    /// Returns whether the scalar may separate a letter from its marks without being a letter itself, like a joiner.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.isDefaultIgnorableCodePoint
    }
}

/// A text by another user, split at its links.
///
/// The joined parts are the text cleaned by ``PlainText``, so characters that reorder text can't appear between a link
/// and its address.
package struct LinkedText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case plain(String)
        /// An address as written in the text, and the address to open: with `https://` if it is written from `www.` on,
        /// and without the zero-width spaces that ``PresentedText`` inserts into long words.
        case link(String, address: String)
    }

    /// The maximum number of links in a text. Further addresses are plain text.
    package static let maximumLinks = 50

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
        var addresses = WrittenAddresses(in: clean)
        while links < Self.maximumLinks, let written = addresses.next() {
            guard let address = written.address, !isCut || clean[written.range.upperBound...] != "…" else { continue }
            if rest.startIndex < written.range.lowerBound {
                parts.append(.plain(String(rest[..<written.range.lowerBound])))
            }
            parts.append(.link(String(clean[written.range]), address: address))
            rest = rest[written.range.upperBound...]
            links += 1
        }
        if !rest.isEmpty { parts.append(.plain(String(rest))) }
        self.parts = parts
    }

    package var links: [String] {
        parts.compactMap { if case .link(_, let address) = $0 { address } else { nil } }
    }
}

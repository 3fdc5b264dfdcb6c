/// Makes text safe for a terminal, and measures and wraps it in terminal columns.
package enum TerminalText {
    /// Returns the text without control characters and bidirectional embeddings, overrides and isolates, so a server
    /// can't move the cursor, change colours or reorder text. Line breaks of any kind become `\n`, and tabs become
    /// spaces.
    package static func sanitized(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { PlainText.isUnsafe($0) || $0 == "\u{2028}" || $0 == "\u{2029}" })
        else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\n": if previous != "\r" { result.append("\n") }
            case "\t": result.append(" ")
            default: if !PlainText.isUnsafe(scalar) { result.append(scalar) }
            }
            previous = scalar
        }
        return String(result)
    }

    package static func line(_ text: String) -> String {
        sanitized(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    package static func width(_ text: some StringProtocol) -> Int {
        // Most text is printable ASCII, with one column per byte.
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    package static func width(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") || scalars.contains(where: \.properties.isEmojiPresentation) { return 2 }
        return scalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        // The vowels and finals of Hangul join the consonant before them.
        case .otherLetter where (0x1160...0x11FF).contains(scalar.value): return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    /// Returns whether most terminals draw a scalar in two columns; approximate.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Returns the text in lines of at most `columns`, broken between words, or within words that are longer than a
    /// line.
    package static func wrapped(_ text: String, columns: Int) -> [String] {
        let columns = max(columns, 2)
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { paragraph in
            var lines = [""]
            var used = 0
            for word in paragraph.split(separator: UInt8(ascii: " ")).map(Substring.init) {
                let needed = width(word)
                if used > 0, used + 1 + needed <= columns {
                    lines[lines.count - 1] += " " + word
                    used += 1 + needed
                    continue
                }
                if used > 0 {
                    lines.append("")
                    used = 0
                }
                for character in word {
                    let width = width(character)
                    if used > 0, used + width > columns {
                        lines.append("")
                        used = 0
                    }
                    lines[lines.count - 1].append(character)
                    used += width
                }
            }
            return lines
        }
    }

    package static func shortened(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var kept = ""
        var used = 0
        for character in text {
            let width = width(character)
            guard used + width <= columns - 1 else { break }
            kept.append(character)
            used += width
        }
        return kept + "…"
    }

    package static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(text)))
    }
}

/// Text that others wrote, without what would hide or reorder what is read.
///
/// Control characters move a terminal's cursor or forge a line of a log; bidirectional embeddings, overrides and
/// isolates turn text around.
public enum PlainText {
    /// The greatest length of a ``line(_:)`` in Unicode scalars, without the ellipsis after a text that was cut.
    public static let maximumLineLength = 1_024

    /// Returns whether the scalar is a control character, or embeds, overrides or isolates a direction. Line feeds and
    /// tabs are control characters.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns the text without unsafe scalars, except for line feeds and tabs.
    public static func clean(_ text: String) -> String {
        func isDropped(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\n" && scalar != "\t" && isUnsafe(scalar)
        }
        guard text.unicodeScalars.contains(where: isDropped) else { return text }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: text.unicodeScalars.lazy.filter { !isDropped($0) })
        return String(clean)
    }

    /// Returns the text in one line, cut with an ellipsis if it is very long. Unsafe scalars and line separators become
    /// `�`, so that they are seen in a log.
    public static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for (count, scalar) in text.unicodeScalars.enumerated() {
            guard count < maximumLineLength else {
                line.append("…")
                break
            }
            let isReplaced = isUnsafe(scalar) || scalar == "\u{2028}" || scalar == "\u{2029}"
            line.append(isReplaced ? "\u{FFFD}" : scalar)
        }
        return String(line)
    }
}

/// Limits a text that comes from a server to what a user interface can show without harm.
///
/// A layout engine needs memory and time in proportion to the length of a text, and quadratic time for the marks on one
/// letter and for a word that has to be broken. The limits are far above what people write.
public enum PresentedText {
    /// The most Unicode scalars that are shown of a text, without the ellipsis behind a text that was cut.
    public static let maximumCharacters = 10_000
    /// The most marks that are shown on one letter. A Tibetan stack has eight.
    public static let maximumMarks = 8
    /// The most scalars without white space. After them, a zero-width space is inserted, at which a line may be broken.
    public static let maximumUnbroken = 200
    /// The most scalars of a text that are examined.
    private static let maximumExamined = 10 * maximumCharacters

    /// Returns the text without marks above the limit, with places to break endless words, and cut with an ellipsis if
    /// it is longer than the limit.
    ///
    /// Tabs become spaces: a layout engine doesn't break a row of tabs, which then widens the window.
    ///
    /// A text of megabytes takes no longer than one of the limit's length.
    public static func limited(_ text: String) -> String {
        if text.utf8.count <= maximumUnbroken, text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        var examined = 0
        var marks = 0
        var unbroken = 0
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
                if unbroken >= maximumUnbroken, !isJoined, !scalar.properties.isWhitespace {
                    kept.append("\u{200B}")
                    unbroken = 0
                }
                marks = 0
                isJoined = false
            }
            kept.append(scalar == "\t" ? " " : scalar)
            count += 1
            unbroken = scalar.properties.isWhitespace ? 0 : unbroken + 1
        }
        return String(kept)
    }

    /// Returns the text without its last character if the scalar would have continued it, so that half a flag or half a
    /// family isn't shown.
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

    /// Returns whether the scalar may be between a letter and its marks without being a letter, like a joiner.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && scalar.properties.isDefaultIgnorableCodePoint
    }
}

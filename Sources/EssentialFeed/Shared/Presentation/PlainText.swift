import Foundation

/// Removes characters that hide or reorder text written by others.
///
/// Control characters can move a terminal's cursor or forge log lines; bidirectional embeddings, overrides and isolates
/// reorder text.
package enum PlainText {
    /// The maximum length of a ``line(_:)`` in Unicode scalars, without the ellipsis of a truncated text.
    package static let maximumLineLength = 1_024

    /// Returns whether the scalar is a control character (including line feeds and tabs) or a bidirectional embedding,
    /// override or isolate.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns whether the text has no visible characters: only spaces, marks and invisible scalars, or nothing.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
                .enclosingMark, .unassigned, .surrogate, .privateUse:
                true
            default: false
            }
        }
    }

    package static func clean(_ text: String) -> String {
        func isDropped(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\n" && scalar != "\t" && isUnsafe(scalar)
        }
        guard text.unicodeScalars.contains(where: isDropped) else { return text }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: text.unicodeScalars.lazy.filter { !isDropped($0) })
        return String(clean)
    }

    /// Returns the text in one line, truncated with an ellipsis if it is very long. Unsafe scalars and line separators
    /// are replaced by `�`, so they are visible in a log.
    package static func line(_ text: String) -> String {
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

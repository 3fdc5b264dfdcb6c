/// Makes text from files and requests safe for a log or a terminal.
enum PlainText {
    /// In Unicode scalars.
    private static let maximumLength = 1_024

    /// Returns the text as one line, truncated if it is very long.
    ///
    /// Replaces control characters, line separators and characters that embed, override or isolate a direction by `�`,
    /// so that no text can forge a line, move the cursor or reorder what is read.
    static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for (count, scalar) in text.unicodeScalars.enumerated() {
            guard count < maximumLength else {
                line.append("…")
                break
            }
            line.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(line)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

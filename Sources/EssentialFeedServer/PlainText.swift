/// Texts that others wrote, as a log or a terminal may have them.
enum PlainText {
    /// In Unicode scalars.
    private static let maximumLength = 1_024

    /// The text in one line, cut where it is very long. Each control character, line separator and what embeds,
    /// overrides or isolates a direction is shown as `�`, so that no file forges a line, moves the cursor or reorders
    /// what is read.
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

import EssentialFeed
import Foundation

/// The text of a comment as others may see it: without control characters and bidirectional overrides, and within limits.
enum CommentText {
    /// In characters.
    static let maximumLength = 2_000
    /// In UTF-8.
    static let maximumBytes = 8 << 10
    /// How many combining marks are kept for each character. More would overlap other lines.
    private static let maximumMarks = 8

    static func clean(_ text: String) throws(FriendsError) -> String {
        // Counting the characters of a very long text would take long.
        guard text.utf8.count <= maximumBytes else { throw .tooLong }
        var clean = String.UnicodeScalarView()
        var marks = 0
        var breaks = 0
        for scalar in PlainText.clean(text).unicodeScalars {
            switch scalar {
            case "\n", "\u{2028}", "\u{2029}":
                marks = 0
                breaks += 1
                // One empty line separates paragraphs as well as a hundred.
                if breaks <= 2 { clean.append("\n") }
                continue
            default: breaks = 0
            }
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            if marks <= maximumMarks { clean.append(scalar) }
        }
        let message = String(clean).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !PlainText.isBlank(message) else { throw .emptyMessage }
        guard message.count <= maximumLength else { throw .tooLong }
        return message
    }
}

/// A mistake in `feed.json`: where it is, what it is, and what to do.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// As it is, with texts of the document.
    public let problem: String
    public let remedy: String

    /// One line, in which nothing of the document can end the line or move a cursor.
    public var description: String {
        "feed.json, line \(line): \(PlainText.line(problem)); \(PlainText.line(remedy))"
    }
}

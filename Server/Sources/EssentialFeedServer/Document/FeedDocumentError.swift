import EssentialFeed

/// An error in the feed document: its line, the problem and a remedy.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file, such as `feed.yaml`.
    public let document: String
    /// The line number, counted from 1.
    public let line: Int
    /// The problem, with unchanged texts from the document.
    public let problem: String
    /// The way to fix the problem.
    public let remedy: String

    /// The error in one line. Escaped, so it is always safe for a log or a terminal.
    public var description: String {
        "\(document), line \(line): \(PlainText.line(problem)); \(PlainText.line(remedy))"
    }
}

import EssentialFeed

/// An error in the document that describes the photos: where it is, what it is, and what to do about it.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file, such as `feed.yaml`.
    public let document: String
    /// The number of the line, counted from 1.
    public let line: Int
    /// What is wrong, with unchanged texts from the document.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    /// The error in one line that is safe for a log or a terminal, whatever the document contains.
    public var description: String {
        "\(document), line \(line): \(PlainText.line(problem)); \(PlainText.line(remedy))"
    }
}

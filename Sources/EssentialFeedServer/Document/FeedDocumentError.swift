/// A mistake in `feed.json`: where it is, what it is, and what to do.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let problem: String
    public let remedy: String

    public var description: String {
        "feed.json, line \(line): \(problem); \(remedy)"
    }
}

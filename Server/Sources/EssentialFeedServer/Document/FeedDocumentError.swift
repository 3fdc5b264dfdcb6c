public import EssentialFeed
import Foundation

/// An error in the feed document: its line, the problem and a remedy.
public struct FeedDocumentError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The name of the file, such as `feed.yaml`.
    public let document: String
    /// The line number, counted from 1.
    public let line: Int
    /// The problem.
    package let problem: Message
    /// The way to fix the problem.
    package let remedy: Message

    package var message: Message {
        Message("\(document), line \(line): \(problem); \(remedy)")
    }
}

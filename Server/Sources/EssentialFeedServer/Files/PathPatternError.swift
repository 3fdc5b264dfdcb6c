public import EssentialFeed
import Foundation

/// The reason a pattern can't exclude anything.
public enum PathPatternError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The pattern has no valid form.
    case invalid(String)
    /// The pattern would exclude every photo.
    case everything(String)

    package var message: Message { Message("\(problem); \(remedy)") }

    var problem: Message {
        switch self {
        case .invalid(let text): Message("“\(PlainText.line(text))” isn’t a valid pattern for names")
        case .everything(let text): Message("the pattern “\(PlainText.line(text))” excludes every photo")
        }
    }

    var remedy: Message {
        switch self {
        case .invalid: Message("write it like drafts, *.png or coast/drafts")
        case .everything: Message("write one that matches fewer names")
        }
    }
}

package import Foundation

/// An error with a message that explains in one line what to do. Its description is the message in English, for logs.
/// Programs print it; screens show a ``PresentableError``.
package protocol TranslatedError: LocalizedError, CustomStringConvertible {
    /// The message, without an initial capital or a final full stop.
    var message: Message { get }
}

extension TranslatedError {
    /// The description. It is as public as the requirement that it meets.
    public var errorDescription: String? { description }
}

package import Foundation

/// An error with a message that explains in one line what to do. Its description is the message in English, for logs.
/// Programs print it; screens show a ``PresentableError``.
package protocol TranslatedError: LocalizedError, CustomStringConvertible {
    /// The message, without an initial capital or a final full stop.
    var message: Message { get }
}

/// The witnesses are as public as the requirements that they meet.
extension TranslatedError {
    public var description: String { Language.english.text(message) }

    public var errorDescription: String? { description }
}

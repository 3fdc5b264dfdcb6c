/// An error with a message that explains in one line what to do. Its description is the message in English, for logs.
/// Programs print it; screens show a ``PresentableError``.
package protocol TranslatedError: Error, CustomStringConvertible {
    /// The message, without an initial capital or a final full stop.
    var message: Message { get }
}

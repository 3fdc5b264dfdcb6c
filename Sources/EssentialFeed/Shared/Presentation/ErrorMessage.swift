/// An error with a message about what happened and what to do.
package protocol PresentableError: Error {
    /// Returns the message in one line. The message contains no paths, no text from a server and no address except the
    /// server's, without user info.
    func message(in language: Language) -> String
}

/// Creates the message for a failed load: what happened and what to do.
package enum ErrorMessage {
    /// Returns the error's message in one line; a general message if the error isn't a ``PresentableError``.
    package static func text(for error: any Error, in language: Language) -> String {
        (error as? any PresentableError)?.message(in: language)
            ?? language.text(Message("Something went wrong. Try again."))
    }
}

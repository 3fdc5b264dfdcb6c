/// An error that says what happened and what to do about it.
public protocol PresentableError: Error {
    /// Returns the message in one line. It contains no path, nothing that a server said, and no address but that of the
    /// server, without its user info.
    func message(in language: Language) -> String
}

/// The text for a person when something could not be loaded: what happened, and what to do.
public enum ErrorMessage {
    /// Returns the message of the error, in one line; a general one if the error isn't a ``PresentableError``.
    public static func text(for error: any Error, in language: Language) -> String {
        (error as? any PresentableError)?.message(in: language) ?? SharedStrings.table.text(.unexpected, in: language)
    }
}

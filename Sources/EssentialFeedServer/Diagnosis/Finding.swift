/// Something that a look at a server's surroundings found: what it is, and what to do about it.
public struct Finding: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, CaseIterable, Sendable {
        /// The server doesn't start, or something that people expect of it doesn't work.
        case error
        /// It works, but not as one may expect, or not for long.
        case warning
        /// It is as it should be, and good to know.
        case note
    }

    /// What it is about.
    public enum Subject: String, CaseIterable, Sendable {
        /// The folder of photos and its files.
        case folder
        /// The document that describes the photos.
        case document
        /// The state folder and the catalog in it.
        case state
        /// The tokens, and whether there are any.
        case tokens
        /// The address that the server listens on.
        case address
        /// The certificate and its key.
        case tls
        /// The time of the system.
        case clock
        /// The room for the state and for new photos.
        case disk
    }

    /// How much it matters.
    public let severity: Severity
    /// What it is about.
    public let subject: Subject
    /// One line that says what it is and what to do.
    public let message: String

    init(_ severity: Severity, _ subject: Subject, _ message: String) {
        (self.severity, self.subject, self.message) = (severity, subject, message)
    }
}

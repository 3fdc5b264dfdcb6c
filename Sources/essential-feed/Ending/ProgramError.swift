import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import HTTPTransport

/// An error that ends the program with a line on standard error and a status.
struct ProgramError: Error {
    let status: ExitStatus
    /// One line that explains what to do. It starts with a lowercase letter and has no full stop at the end.
    let message: String

    init(status: ExitStatus, message: String) {
        self.status = status
        self.message = CommandLineText.withoutSignIns(message)
    }

    init(status: ExitStatus, _ error: some TranslatedError) {
        self.init(status: status, message: TerminalText.line(localized(error.message)))
    }

    init(_ error: RemoteError, refusal: SignInRequest, notFound: Bool = false, in language: Language) {
        self.init(
            status: ExitStatus(error, notFound: notFound),
            message: error.message(refusal: refusal, in: language).asMessage
                + Self.trustHint(error, in: language))
    }

    /// Creates the error for a program or a server that can't start, or for a server's tokens or backups; `nil` for any
    /// other error.
    init?(server error: any Error) {
        switch error {
        case let error as ProgramStartError: self.init(status: ExitStatus(error), error)
        case let error as PhotoServerConfigurationError: self.init(status: .usage, error)
        case let error as PathPatternError: self.init(status: .usage, error)
        case let error as PhotoServerError: self.init(status: ExitStatus(error), error)
        case let error as PhotoFolderError: self.init(status: ExitStatus(error), error)
        case let error as AccessError: self.init(status: ExitStatus(error), error)
        case let error as BackupError: self.init(status: ExitStatus(error), error)
        case let error as ModerationError: self.init(status: ExitStatus(error), error)
        case let error as FriendsFileError: self.init(status: .cacheFailed, error)
        case let error as EarlierVersionError: self.init(status: .cacheFailed, error)
        default: return nil
        }
    }

    init(_ error: LoadFeedError, refusal: SignInRequest, in language: Language) {
        self.init(
            status: ExitStatus(error),
            message: error.message(refusal: refusal, in: language).asMessage
                + (error.remote.map { Self.trustHint($0, in: language) } ?? ""))
    }

    /// Returns a hint on trusting the server's certificate if it isn't trusted.
    private static func trustHint(_ error: RemoteError, in language: Language) -> String {
        guard case .connectivity(let cause) = error else { return "" }
        return switch (cause as? HTTPClientError)?.kind {
        case .untrustedCertificate, .changedCertificate: "; " + language.text(ProgramStrings.trustHint)
        default: ""
        }
    }
}

extension String {
    /// As one line for standard error, without a final full stop. Only for texts without file names, in which a full
    /// stop may mean something else.
    var asMessage: String {
        let text = hasSuffix(".") ? dropLast() : self[...]
        return text.split(separator: ". ").map { sentence in
            let rest = sentence.dropFirst()
            return rest.first?.isUppercase == true ? String(sentence) : sentence.prefix(1).lowercased() + rest
        }.joined(separator: "; ")
    }
}

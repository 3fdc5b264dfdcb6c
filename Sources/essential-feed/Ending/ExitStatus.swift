import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import HTTPTransport

/// The program's exit status: a number from `sysexits.h`, or 128 plus the number of the signal that ended the program.
enum ExitStatus: Int32 {
    /// The command line is invalid: wrong arguments, no server address, or a malformed URL or id.
    case usage = 64
    /// The server's response can't be used.
    case unusableAnswer = 65
    /// The requested item doesn't exist.
    case notFound = 66
    /// The server sent no complete response and no valid feed is saved, or the photo server can't start.
    case unavailable = 69
    /// A system limit is too low for the program.
    case systemFailed = 71
    /// The output file can't be written.
    case cannotCreate = 73
    /// The cache can't be read, validated or cleared, or the server's tokens can't be read or changed.
    case cacheFailed = 74
    /// The server refuses what the user wants to write.
    case notPermitted = 77
    /// SIGHUP ended the program: its terminal was closed.
    case hungUp = 129
    /// SIGINT ended the program.
    case interrupted = 130
    /// SIGTERM ended the program.
    case terminated = 143
}

extension ExitStatus {
    /// - Parameter notFound: Whether a 404 or 410 means that the requested item doesn't exist.
    init(_ error: RemoteError, notFound: Bool) {
        switch error {
        case .connectivity: self = .unavailable
        case .invalidData(.status(502...504)): self = .unavailable
        case .invalidData(.status(404)) where notFound, .invalidData(.status(410)) where notFound: self = .notFound
        case .invalidData: self = .unusableAnswer
        }
    }

    init(_ error: LoadFeedError) {
        self =
            if let remote = error.remote {
                ExitStatus(remote, notFound: false)
            } else {
                error.cache == nil ? .unavailable : .cacheFailed
            }
    }

    fileprivate init(_ error: PhotoServerError) {
        switch error {
        case .portTaken, .cannotListen, .unusableCertificate: self = .unavailable
        case .nobodyInvited: self = .usage
        }
    }

    fileprivate init(_ error: PhotoFolderError) {
        switch error {
        case .unreadable: self = .notFound
        case .invalidDocument, .unreadableDocument: self = .unusableAnswer
        }
    }

    fileprivate init(_ error: AccessError) {
        switch error {
        case .invalidName, .nameTaken, .nameTooSimilar, .tooManyTokens, .noStateFolder: self = .usage
        case .unknownName: self = .notFound
        case .damaged, .newerVersion, .unreadable, .unwritable: self = .cacheFailed
        }
    }

    fileprivate init(_ error: ModerationError) {
        switch error {
        case .unknownID, .unknownDevice: self = .notFound
        case .file, .unusable: self = .cacheFailed
        }
    }

    fileprivate init(_ error: BackupError) {
        switch error {
        case .notOneCatalog: self = .usage
        case .notAFolder, .notABackup, .unknownFile, .changed, .newerVersion: self = .unusableAnswer
        case .missing, .emptyState, .unknownFolder: self = .notFound
        case .exists, .unwritable: self = .cannotCreate
        case .inUse, .damagedCatalog, .newerCatalog, .unusableTokens, .unreadable, .unwritableState, .irreplaceable:
            self = .cacheFailed
        }
    }
}

/// An error that ends the program with a line on standard error and a status.
struct ProgramError: Error {
    let status: ExitStatus
    /// One line that says what to do. It starts with a lowercase letter and has no full stop at the end.
    let message: String

    /// - Parameter message: The names and passwords of addresses are removed from it.
    init(status: ExitStatus, message: String) {
        self.status = status
        self.message = CommandLineText.withoutSignIns(message)
    }

    init(status: ExitStatus, _ error: some TranslatedError) {
        self.init(status: status, message: TerminalText.line(localized(error.message)))
    }

    /// Creates the error for a failed load, with a user-facing message.
    /// - Parameters:
    ///   - refusal: What the server asks for if the error is a 401.
    ///   - notFound: Whether a 404 or 410 means that the requested item doesn't exist.
    init(_ error: RemoteError, refusal: SignInRequest, notFound: Bool = false, in language: Language) {
        self.init(
            status: ExitStatus(error, notFound: notFound),
            message: error.message(refusal: refusal, in: language).asMessage
                + Self.trustHint(error, in: language))
    }

    /// Creates the error for a server that can't start, or for its tokens or backups; `nil` for any other error.
    init?(server error: any Error) {
        switch error {
        case let error as PhotoServerConfigurationError: self.init(status: .usage, error)
        case let error as PhotoServerError: self.init(status: ExitStatus(error), error)
        case let error as PhotoFolderError: self.init(status: ExitStatus(error), error)
        case let error as AccessError: self.init(status: ExitStatus(error), error)
        case let error as BackupError: self.init(status: ExitStatus(error), error)
        case let error as ModerationError: self.init(status: ExitStatus(error), error)
        case let error as FriendsFileError: self.init(status: .cacheFailed, error)
        default: return nil
        }
    }

    /// Creates the error for a feed that couldn't be loaded, with a user-facing message.
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
        case .untrustedCertificate, .changedCertificate:
            "; " + language.text(ProgramStrings.trustHint)
        default: ""
        }
    }
}

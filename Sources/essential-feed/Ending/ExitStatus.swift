import EssentialFeed
import EssentialFeedServer

/// The program's exit status: a number of `sysexits.h`, or 128 plus the number of the signal that ended it.
enum ExitStatus: Int32 {
    case done = 0
    /// `doctor` found errors.
    case foundErrors = 1
    /// The command line is wrong: arguments, no server address, a malformed URL or id.
    case usage = 64
    /// The server's answer can't be used.
    case unusableAnswer = 65
    /// What was asked for doesn't exist.
    case notFound = 66
    /// The server gave no whole answer and no valid feed is saved, or the photo server can't start.
    case unavailable = 69
    /// The output file can't be written.
    case cannotCreate = 73
    /// The cache can't be read, validated or cleared, or the server's tokens can't be read or changed.
    case cacheFailed = 74
    /// SIGINT ended the program.
    case interrupted = 130
    /// SIGTERM ended the program.
    case terminated = 143
}

extension ExitStatus {
    /// - Parameter notFound: Whether a 404 or 410 means that what was asked for doesn't exist.
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
}

/// An error that ends the program with a line on standard error and a status.
struct ProgramError: Error {
    let status: ExitStatus
    /// One line that says what to do.
    let message: String

    init(status: ExitStatus, message: String) {
        self.status = status
        self.message = message
    }

    /// Creates the error of a load that failed, in words for people.
    /// - Parameters:
    ///   - server: The server that was asked, with or without a name and a password.
    ///   - notFound: Whether a 404 or 410 means that what was asked for doesn't exist.
    init(_ error: RemoteError, from server: ServerAddress, notFound: Bool = false, in language: Language) {
        self.init(
            status: ExitStatus(error, notFound: notFound),
            message: error.message(isSignedIn: server.authorization != nil, in: language))
    }

    /// Creates the error of tokens that can't be read or changed.
    init(_ error: AccessError) {
        let status: ExitStatus =
            switch error {
            case .invalidName, .nameTaken, .tooManyTokens, .noStateFolder: .usage
            case .unknownName: .notFound
            case .damaged, .newerVersion, .unreadable, .unwritable: .cacheFailed
            }
        self.init(status: status, message: TerminalText.line(error.description))
    }

    /// Creates the error of a backup that can't be made or restored.
    init(_ error: BackupError) {
        let status: ExitStatus =
            switch error {
            case .notOneCatalog: .usage
            case .notABackup, .cut, .changed, .newerVersion: .unusableAnswer
            case .missing, .emptyState, .unknownFolder: .notFound
            case .exists, .unwritable: .cannotCreate
            case .inUse, .damagedCatalog, .newerCatalog, .unusableTokens, .unreadable, .unwritableState, .irreplaceable:
                .cacheFailed
            }
        self.init(status: status, message: TerminalText.line(error.description))
    }

    /// Creates the error of a feed that could not be loaded, in words for people.
    init(_ error: LoadFeedError, in language: Language) {
        self.init(status: ExitStatus(error), message: ErrorMessage.text(for: error, in: language))
    }
}

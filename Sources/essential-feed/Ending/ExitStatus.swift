import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer

/// The program's exit status: a number from `sysexits.h`, or 128 plus the number of the signal that ended the program.
enum ExitStatus: Int32 {
    /// The command line is invalid: wrong arguments, no server address, or a malformed URL or id.
    case usage = 64
    case unusableAnswer = 65
    case notFound = 66
    /// The server sent no complete response and no valid feed is saved, or the photo server can't start.
    case unavailable = 69
    case systemFailed = 71
    case cannotCreate = 73
    /// The cache can't be read, validated or cleared, or the server's tokens can't be read or changed.
    case cacheFailed = 74
    case notPermitted = 77
    /// SIGHUP ended the program: its terminal was closed.
    case hungUp = 129
    case interrupted = 130
    case terminated = 143
}

extension ExitStatus {
    init(_ error: RemoteError, notFound: Bool) {
        switch error {
        case .connectivity: self = .unavailable
        case .invalidData(.status(502...504)): self = .unavailable
        case .invalidData(.status(404)) where notFound, .invalidData(.status(410)) where notFound: self = .notFound
        case .invalidData: self = .unusableAnswer
        }
    }

    init(_ refusal: CommentRefusal) {
        if case .failed = refusal { self = .unavailable } else { self = .notPermitted }
    }

    init(_ error: LoadFeedError) {
        self =
            if let remote = error.remote {
                ExitStatus(remote, notFound: false)
            } else {
                error.cache == nil ? .unavailable : .cacheFailed
            }
    }

    init(_ error: ProgramStartError) {
        if case .tooFewOpenFiles = error { self = .systemFailed } else { self = .usage }
    }

    init(_ error: PhotoServerError) {
        switch error {
        case .portTaken, .notThisMachine, .portNotPermitted, .cannotListen, .unusableCertificate, .folderInUse:
            self = .unavailable
        case .nobodyInvited: self = .usage
        }
    }

    init(_ error: PhotoFolderError) {
        switch error {
        case .unreadable: self = .notFound
        case .invalidDocument, .unreadableDocument: self = .unusableAnswer
        }
    }

    init(_ error: AccessError) {
        switch error {
        case .invalidName, .nameTaken, .nameTooSimilar, .tooManyTokens, .noStateFolder: self = .usage
        case .unknownName: self = .notFound
        case .damaged, .newerVersion, .earlierVersion, .unreadable, .unwritable: self = .cacheFailed
        }
    }

    init(_ error: ModerationError) {
        switch error {
        case .unknownID, .unknownDevice: self = .notFound
        case .file, .unusable: self = .cacheFailed
        }
    }

    init(_ error: BackupError) {
        switch error {
        case .notOneCatalog: self = .usage
        case .notAFolder, .notABackup, .unknownFile, .changed, .newerVersion, .earlierVersion: self = .unusableAnswer
        case .missing, .emptyState, .unknownFolder: self = .notFound
        case .exists, .unwritable: self = .cannotCreate
        case .inUse, .damagedCatalog, .newerCatalog, .earlierCatalog, .unusableTokens, .unreadable, .unwritableState,
            .irreplaceable:
            self = .cacheFailed
        }
    }
}

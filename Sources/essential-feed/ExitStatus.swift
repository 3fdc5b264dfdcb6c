import EssentialFeed

/// What the program's exit status says, in the numbers of `sysexits.h`.
enum ExitStatus: Int32 {
    case done = 0
    /// The call is wrong: arguments, no server address, a malformed URL or id.
    case usage = 64
    /// An answer came and cannot be used.
    case unusableAnswer = 65
    /// What was asked for is not there.
    case notFound = 66
    /// There was no whole answer, and nothing valid is saved.
    case unavailable = 69
    /// The output file cannot be written.
    case cannotCreate = 73
    /// The cache cannot be read, validated or cleared.
    case cacheFailed = 74
    case interrupted = 130
    case terminated = 143
}

extension ExitStatus {
    /// - Parameter notFound: whether a 404 or 410 means that the thing asked for is not there.
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

/// Ends the program with a line on standard error and a status.
struct ProgramFailure: Error {
    let status: ExitStatus
    /// One line that says what to do.
    let message: String
}

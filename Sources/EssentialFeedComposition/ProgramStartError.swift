public import EssentialFeed
import Foundation

/// The reason that a program can't start. Each message explains what to do about it.
public enum ProgramStartError: Error, Hashable, CustomStringConvertible, TranslatedError {
    /// No server was specified.
    case noAddress
    /// The text that specifies the server isn't an address.
    case malformedAddress(String)
    /// An environment variable isn't the address of a proxy.
    case malformedProxy(variable: String)

    /// The limit on open files and connections is too low. Holds the limit and the required minimum.
    case tooFewOpenFiles(limit: Int, minimum: Int)

    package var message: Message {
        switch self {
        case .noAddress:
            Message("no server address; use --url URL, set ESSENTIAL_FEED_URL, or choose a server in the app")
        case .malformedAddress(let text):
            Message("“\(TerminalText.line(text))” isn’t a server address; use one like https://photos.example.com")
        case .malformedProxy(let variable):
            Message("\(variable) isn’t a proxy address; set it to one like http://proxy:3128, or unset it")
        case .tooFewOpenFiles(let limit, let minimum):
            Message(
                "the open-file limit is \(limit), and at least \(minimum) are needed; raise it, for example with “ulimit -n 1024”"
            )
        }
    }
}

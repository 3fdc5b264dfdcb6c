public import EssentialFeed
import Foundation
import ServiceLifecycle
import UnixSignals

/// The reason a server with a readable folder can't start.
public enum PhotoServerError: Error, CustomStringConvertible, TranslatedError {
    /// Another program listens on the port; it may be free later.
    case portTaken(host: String, port: Int)
    /// The host is unknown or isn't this machine.
    case notThisMachine(host: String)
    /// The process may not listen on the port.
    case portNotPermitted(Int)
    /// The process can't listen for another reason.
    case cannotListen(host: String, port: Int, any Error)
    /// The server can't encrypt with the certificate that it was given.
    case unusableCertificate(CertificateError)
    /// Another server serves the folder with the same state.
    case folderInUse(String)
    /// Other machines can reach the server, and no token exists.
    case nobodyInvited(address: String?)

    package var message: Message {
        switch self {
        case .portTaken(let host, let port):
            Message(
                "port \(port) on \(PlainText.line(host)) is already taken; choose another with --port, or 0 for a free one"
            )
        case .notThisMachine(let host):
            Message(
                "\(PlainText.line(host)) isn’t an address or name of this computer; use one of its own with --host, or 0.0.0.0 for all of them"
            )
        case .portNotPermitted(let port):
            Message("this user may not listen on port \(port); choose one from 1024 on with --port")
        case .cannotListen(let host, let port, let error):
            Message(
                "can’t listen on \(PlainText.line(host)), port \(port): \(error); choose another with --host or --port")
        case .unusableCertificate(let error):
            error.message
        case .folderInUse(let folder):
            Message(
                "another server already serves \(PlainText.line(folder)); stop that one, or choose another folder for the state with --state"
            )
        case .nobodyInvited(let address):
            Message(
                "other computers can reach this server, and no one is invited yet; invite a person with: essential-feed invite NAME --public-url \(address.map(PlainText.line) ?? "URL"), and the same --state, if any; or let anyone read the feed with --public"
            )
        }
    }
}

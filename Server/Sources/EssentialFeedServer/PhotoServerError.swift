import EssentialFeed

/// The reason a server with a readable folder can't start.
public enum PhotoServerError: Error, CustomStringConvertible {
    /// Another program listens on the port; it may be free later.
    case portTaken(host: String, port: Int)
    /// Another program listens on the port for the metrics.
    case metricsPortTaken(Int)
    /// The host is unknown, isn't this machine, or the process may not listen on the port.
    case cannotListen(host: String, port: Int, any Error)
    /// The server can't encrypt with the certificate that it was given.
    case unusableCertificate(CertificateError)
    /// Other machines reach the server, and nobody has a token.
    case nobodyInvited(address: String?)

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) on \(PlainText.line(host)) is already taken; choose another with --port, or 0 for a free one"
        case .metricsPortTaken(let port):
            "port \(port) for the metrics is already taken; choose another with --metrics-port, or 0 for a free one"
        case .cannotListen(let host, let port, let error):
            "cannot listen on \(PlainText.line(host)), port \(port): \(error); choose another with --host or --port"
        case .unusableCertificate(let error):
            "cannot use \(PlainText.line(error.path)): \(PlainText.line(error.reason)); check --tls-cert and --tls-key"
        case .nobodyInvited(let address):
            """
            other computers can reach this server, and no one is invited yet; invite a person with: essential-feed invite NAME \
            --public-url \(address.map(PlainText.line) ?? "URL"), and the same --state, if any; \
            or let everybody in with --public
            """
        }
    }
}

import EssentialFeed

/// The reason a server with a readable folder can't start.
public enum PhotoServerError: Error, CustomStringConvertible {
    /// Another program listens on the port; it may be free later.
    case portTaken(host: String, port: Int)
    /// Another program listens on the port for the metrics.
    case metricsPortTaken(Int)
    /// The host is unknown, isn't this machine, or the process may not listen on the port.
    case cannotListen(host: String, port: Int, any Error)

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) on \(PlainText.line(host)) is already taken; choose another with --port, or 0 for a free one"
        case .metricsPortTaken(let port):
            "port \(port) for the metrics is already taken; choose another with --metrics-port, or 0 for a free one"
        case .cannotListen(let host, let port, let error):
            "cannot listen on \(PlainText.line(host)), port \(port): \(error); choose another with --host or --port"
        }
    }
}

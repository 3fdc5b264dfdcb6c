import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Logs finished requests: method, path without query, status, body bytes, milliseconds; before them the client's address, if
/// the owner wants it.
final class AccessLog: Sendable {
    struct Exchange: Sendable {
        let method: String
        let path: String
        let start: NIODeadline
        /// Whether the connection closes after the response, because none of the bytes that follow may be read.
        var isLast: Bool
        /// Whether the client waits for permission to send the body. Bodies of HTTP/1.0 are never waited for.
        var isWaitingToContinue = false
        private(set) var forwardedFor: String?
        var status = 0
        var bytes = 0

        init(_ head: HTTPRequestHead, start: NIODeadline) {
            method = head.method.rawValue
            path = Self.path(of: head.uri)
            self.start = start
            isLast = head.version != .http1_1 || !head.isKeepAlive
            isWaitingToContinue = head.waitsToContinue
            forwardedFor = head.headers[canonicalForm: "X-Forwarded-For"].last.map(String.init)
        }

        /// Returns a request target without scheme and authority, which may contain a password.
        private static func path(of target: String) -> String {
            guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target }
            let rest = target[scheme.upperBound...]
            return rest.firstIndex { "/?#".contains($0) }.map { String(rest[$0...]) } ?? "/"
        }

        init(malformed start: NIODeadline, status: Int, bytes: Int) {
            (method, path) = ("-", "-")
            (self.start, self.status, self.bytes) = (start, status, bytes)
            isLast = true
        }
    }

    /// In bytes; longer paths are truncated.
    private static let maximumPathLength = 256

    private let logger: Logger
    private let clients: ClientAddress?
    /// The refused connections since they were last logged.
    private let refusals = Mutex<(count: Int, last: NIODeadline?)>((0, nil))

    /// - Parameter clients: Determines the addresses that are logged; `nil` to log none.
    init(logger: Logger, clients: ClientAddress? = nil) {
        (self.logger, self.clients) = (logger, clients)
    }

    /// Logs refused and cut connections at most once a minute.
    func writeRefusal() {
        let time = NIODeadline.now()
        let count = refusals.withLock { refusals -> Int? in
            refusals.count += 1
            if let last = refusals.last, time - last < .minutes(1) { return nil }
            defer { refusals = (0, time) }
            return refusals.count
        }
        guard let count else { return }
        logger.warning("connections refused or cut because too many are open in total or from one address: \(count)")
    }

    func write(_ exchange: Exchange, from peer: SocketAddress?, isComplete: Bool) {
        guard logger.logLevel <= .info else { return }
        let tenths = (NIODeadline.now() - exchange.start).nanoseconds / 100_000
        let milliseconds = "\(tenths / 10).\(tenths % 10)"
        let end = isComplete ? "" : ", incomplete"
        let client = clients.map { clients in
            let address = clients.address(of: peer?.ipAddress, forwardedFor: exchange.forwardedFor)
            // Behind a proxy, this machine's address is the proxy's. A program that bans addresses would ban everyone.
            return ((address ?? (clients.isBehindProxy ? nil : peer?.ipAddress))?.text ?? "-") + " "
        }
        logger.info(
            """
            \(client ?? "")\(Self.plain(exchange.method)) \(Self.plain(exchange.path)) \(exchange.status) \
            \(exchange.bytes) B \(milliseconds) ms\(end)
            """)
    }

    /// Returns the path without its query; everything except printable ASCII is percent-encoded.
    static func plain(_ path: String) -> String {
        let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let shown = path.prefix(maximumPathLength).map { byte in
            (0x21...0x7E).contains(byte)
                ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return shown.joined() + (path.count > maximumPathLength ? "..." : "")
    }
}

extension HTTPRequestHead {
    fileprivate var waitsToContinue: Bool {
        let hasBody =
            headers.contains(name: "Transfer-Encoding") || headers["Content-Length"].first.flatMap { Int($0) } ?? 0 > 0
        return version == .http1_1 && hasBody
            && headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
    }
}

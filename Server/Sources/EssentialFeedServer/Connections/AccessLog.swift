import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Logs finished requests: method, path without query, status, body bytes, milliseconds.
struct AccessLog: Sendable {
    /// A request and the progress of its response.
    struct Exchange: Sendable {
        let method: String
        let path: String
        let start: NIODeadline
        /// Whether the connection closes after the response.
        let isLast: Bool
        var status = 0
        var bytes = 0

        init(_ head: HTTPRequestHead, start: NIODeadline) {
            method = head.method.rawValue
            path = Self.path(of: head.uri)
            self.start = start
            isLast = head.version != .http1_1 || !head.isKeepAlive
        }

        /// Returns a request target without scheme and authority, which may contain a password.
        private static func path(of target: String) -> String {
            guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target }
            let rest = target[scheme.upperBound...]
            return rest.firstIndex { "/?#".contains($0) }.map { String(rest[$0...]) } ?? "/"
        }

        /// Creates the exchange for a malformed request.
        init(malformed start: NIODeadline, status: Int, bytes: Int) {
            (method, path) = ("-", "-")
            (self.start, self.status, self.bytes) = (start, status, bytes)
            isLast = true
        }
    }

    /// In bytes; longer paths are truncated.
    private static let maximumPathLength = 1_024

    private let logger: Logger
    private let refusals = Refusals()

    init(logger: Logger) {
        self.logger = logger
    }

    /// Logs refused connections at most once a minute.
    func writeRefusal() {
        guard let count = refusals.add(at: .now()) else { return }
        logger.warning("connections refused because too many are open in total or from one address: \(count)")
    }

    /// Logs a finished request.
    /// - Parameter isComplete: Whether the whole response was sent.
    func write(_ exchange: Exchange, isComplete: Bool) {
        guard logger.logLevel <= .info else { return }
        let tenths = (NIODeadline.now() - exchange.start).nanoseconds / 100_000
        let milliseconds = "\(tenths / 10).\(tenths % 10)"
        let end = isComplete ? "" : ", incomplete"
        logger.info(
            """
            \(Self.plain(exchange.method)) \(Self.plain(exchange.path)) \(exchange.status) \
            \(exchange.bytes) B \(milliseconds) ms\(end)
            """)
    }

    /// Returns the path without its query; everything except printable ASCII is percent-encoded.
    static func plain(_ path: String) -> String {
        let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var shown = ""
        for byte in path.prefix(maximumPathLength) {
            if (0x21...0x7E).contains(byte) {
                shown.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                shown += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return path.count > maximumPathLength ? shown + "..." : shown
    }
}

/// Counts the refused connections since they were last logged.
private final class Refusals: Sendable {
    private let state = Mutex<(count: Int, last: NIODeadline?)>((0, nil))

    /// Adds a connection and returns the number to log, or `nil` if refusals were logged less than a minute ago.
    func add(at time: NIODeadline) -> Int? {
        state.withLock { state in
            state.count += 1
            if let last = state.last, time - last < .minutes(1) { return nil }
            defer { state = (0, time) }
            return state.count
        }
    }
}

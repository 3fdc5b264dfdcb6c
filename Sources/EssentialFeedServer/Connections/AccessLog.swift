import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// One line a finished request: method, path without query, status, bytes of the body, milliseconds.
struct AccessLog: Sendable {
    /// A request on its way to being answered.
    struct Exchange: Sendable {
        let method: String
        let path: String
        let start: NIODeadline
        /// Whether the connection ends with the answer.
        let isLast: Bool
        var status = 0
        var bytes = 0

        init(_ head: HTTPRequestHead, start: NIODeadline) {
            method = head.method.rawValue
            path = head.uri
            self.start = start
            isLast = head.version != .http1_1 || !head.isKeepAlive
        }

        /// What could not be read as a request, and was answered all the same.
        init(unreadable start: NIODeadline, status: Int, bytes: Int) {
            (method, path) = ("-", "-")
            (self.start, self.status, self.bytes) = (start, status, bytes)
            isLast = true
        }
    }

    /// In bytes; the rest of a longer path is left out.
    private static let maximumPathLength = 1_024

    let logger: Logger
    private let refusals = Refusals()

    init(logger: Logger) {
        self.logger = logger
    }

    /// Says that there is no place for a connection, once a minute at most.
    func writeRefusal() {
        guard let count = refusals.add(at: .now()) else { return }
        logger.warning("too many connections, in all or from one address: \(count) refused")
    }

    /// - Parameter isWhole: whether the answer went out to its end.
    func write(_ exchange: Exchange, isWhole: Bool) {
        guard logger.logLevel <= .info else { return }
        let time = (NIODeadline.now() - exchange.start).nanoseconds / 1_000
        let milliseconds = "\(time / 1_000).\(time % 1_000 / 100)"
        let end = isWhole ? "" : ", cut"
        logger.info(
            """
            \(Self.plain(exchange.method)) \(Self.plain(exchange.path)) \(exchange.status) \
            \(exchange.bytes) B \(milliseconds) ms\(end)
            """)
    }

    /// The path without its query, everything but printable ASCII percent-encoded.
    static func plain(_ path: String) -> String {
        let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var result = ""
        for byte in path.prefix(maximumPathLength) {
            if (0x21...0x7E).contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return path.count > maximumPathLength ? result + "..." : result
    }
}

/// Counts what was refused since that was said last.
private final class Refusals: Sendable {
    private let state = Mutex<(count: Int, last: NIODeadline?)>((0, nil))

    /// - Returns: how many there were, if it is to be said now.
    func add(at time: NIODeadline) -> Int? {
        state.withLock { state in
            state.count += 1
            if let last = state.last, time - last < .minutes(1) { return nil }
            defer { state = (0, time) }
            return state.count
        }
    }
}

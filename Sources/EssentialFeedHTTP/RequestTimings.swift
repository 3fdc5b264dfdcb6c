import Foundation
import HTTPTransport
import NIOCore
import NIOHTTP1
import Synchronization

/// The timings of requests in progress, keyed by the number that each request carries to its connection.
final class RequestTimings: Sendable {
    private struct Request {
        let began: ContinuousClock.Instant
        var connected: ContinuousClock.Instant?
    }

    private struct State {
        var count = 0
        var requests: [Int: Request] = [:]
    }

    private let state = Mutex(State())
    private let onTiming: @Sendable (RequestTiming) -> Void

    init(onTiming: @escaping @Sendable (RequestTiming) -> Void) {
        self.onTiming = onTiming
    }

    /// The number of requests in progress.
    var count: Int { state.withLock { $0.requests.count } }

    /// Records that a request was handed to the network and returns its number.
    func begin() -> Int {
        state.withLock { state in
            state.count += 1
            state.requests[state.count] = Request(began: .now)
            return state.count
        }
    }

    /// Records that a request goes out over its connection.
    ///
    /// Does nothing if the request has already been forgotten.
    func connected(_ number: Int) {
        state.withLock { $0.requests[number]?.connected = .now }
    }

    /// Records that the head of a response has arrived and reports the timing.
    func answered(_ number: Int, url: URL) {
        let answered = ContinuousClock.now
        guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }),
            let connected = request.connected
        else { return }
        onTiming(RequestTiming(url: url, began: request.began, connected: connected, answered: answered))
    }

    /// Forgets a request that got no response.
    func forget(_ number: Int) {
        _ = state.withLock { $0.requests.removeValue(forKey: number) }
    }
}

/// Records when a request goes out over its connection.
///
/// AsyncHTTPClient reports nothing about its connections, so each request carries its number in a header field, which
/// this handler removes.
final class RequestTimingHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The name of the header field, which is never sent.
    static let field = "Essential-Feed-Request-Number"

    private let timings: RequestTimings

    init(_ timings: RequestTimings) {
        self.timings = timings
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = Self.unwrapOutboundIn(data), let number = head.headers.first(name: Self.field)
        else { return context.write(data, promise: promise) }
        head.headers.remove(name: Self.field)
        if let number = Int(number) { timings.connected(number) }
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
    }
}

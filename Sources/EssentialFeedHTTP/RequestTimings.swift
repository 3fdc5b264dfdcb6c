import EssentialFeed
import Foundation
import HTTPTransport
import Synchronization

/// The requests that are under way, by a number that goes with each as far as its connection and no farther.
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

    /// How many there are.
    var count: Int { state.withLock { $0.requests.count } }

    /// A request is given to the network.
    /// - Returns: its number.
    func begin() -> Int {
        state.withLock { state in
            state.count += 1
            state.requests[state.count] = Request(began: .now)
            return state.count
        }
    }

    /// The request goes out. Nothing for one that is forgotten: the network's own thread may not know yet.
    func connected(_ number: Int) {
        state.withLock { $0.requests[number]?.connected = .now }
    }

    func answered(_ number: Int, url: URL) {
        let answered = ContinuousClock.now
        guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }),
            let connected = request.connected
        else { return }
        onTiming(RequestTiming(url: url, began: request.began, connected: connected, answered: answered))
    }

    /// No answer came.
    func forget(_ number: Int) {
        _ = state.withLock { $0.requests.removeValue(forKey: number) }
    }
}

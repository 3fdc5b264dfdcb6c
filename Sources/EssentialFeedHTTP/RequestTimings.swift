import EssentialFeed
import Foundation
import Synchronization

/// The requests that are under way, by a number that goes with each as far as its connection and no farther.
final class RequestTimings: Sendable {
    private struct State {
        var count = 0
        var connected: [Int: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    private let onTiming: @Sendable (RequestTiming) -> Void

    init(onTiming: @escaping @Sendable (RequestTiming) -> Void) {
        self.onTiming = onTiming
    }

    func number() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    func connected(_ number: Int) {
        state.withLock { $0.connected[number] = .now }
    }

    func answered(_ number: Int, url: URL, began: ContinuousClock.Instant) {
        guard let connected = state.withLock({ $0.connected.removeValue(forKey: number) }) else { return }
        onTiming(RequestTiming(url: url, began: began, connected: connected, answered: .now))
    }

    /// No answer came.
    func forget(_ number: Int) {
        _ = state.withLock { $0.connected.removeValue(forKey: number) }
    }
}

import Foundation
import HTTPTransport
import Logging
import Synchronization

/// The messages that wait for browsers. Few are sent at the same time, and fewer to the same push service, so a slow
/// service delays only its own messages. A newer message to a browser replaces the waiting one.
final class PushQueue: Sendable {
    struct Item: Sendable {
        let tokenID: String
        let session: Data
        let subscription: PushSubscription
        let message: PushMessage

        fileprivate var service: Origin? { Origin(subscription.endpoint) }
    }

    private struct State {
        var waiting: [Item] = []
        /// The tokens and push services of the browsers to which a message is being sent.
        var running: [Data: (tokenID: String, service: Origin?)] = [:]
    }

    private static let maximumWaiting = 2_000
    private static let maximumRunning = 32
    private static let maximumRunningOfService = 16
    private static let maximumRunningOfPerson = 2

    private let sender: PushSender
    private let logger: Logger
    private let isWanted: @Sendable (Item) async -> Bool
    private let onGone: @Sendable (Item) async -> Void
    private let state = Mutex(State())
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - isWanted: Returns whether a browser still wants messages.
    ///   - onGone: Receives messages that couldn't be sent because the push service has forgotten the browser.
    init(
        _ sender: PushSender, logger: Logger, isWanted: @escaping @Sendable (Item) async -> Bool,
        onGone: @escaping @Sendable (Item) async -> Void
    ) {
        (self.sender, self.logger, self.isWanted, self.onGone) = (sender, logger, isWanted, onGone)
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Beyond a maximum, the messages that have waited for longest are dropped.
    func add(_ items: [Item]) {
        state.withLock { state in
            let new = Set(items.map(\.session))
            state.waiting.removeAll { new.contains($0.session) }
            state.waiting += items
            state.waiting.removeFirst(max(0, state.waiting.count - Self.maximumWaiting))
        }
        continuation.yield()
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in wakeUps {
                while let item = next() { group.addTask { await self.send(item) } }
            }
            group.cancelAll()
        }
    }

    private func send(_ item: Item) async {
        let outcome = await sender.send(item.message, to: item.subscription, logger: logger) { [isWanted] in
            await isWanted(item)
        }
        if outcome == .gone { await onGone(item) }
        state.withLock { $0.running[item.session] = nil }
        continuation.yield()
    }

    private func next() -> Item? {
        state.withLock { state in
            guard state.running.count < Self.maximumRunning else { return nil }
            var (people, services): ([String: Int], [Origin?: Int]) = ([:], [:])
            for (tokenID, service) in state.running.values {
                people[tokenID, default: 0] += 1
                services[service, default: 0] += 1
            }
            let index = state.waiting.firstIndex { item in
                state.running[item.session] == nil && people[item.tokenID, default: 0] < Self.maximumRunningOfPerson
                    && services[item.service, default: 0] < Self.maximumRunningOfService
            }
            guard let index else { return nil }
            let item = state.waiting.remove(at: index)
            state.running[item.session] = (item.tokenID, item.service)
            return item
        }
    }
}

import NIOCore
import Synchronization

/// Lets each person, or each address of people without a name, download two archives at a time.
final class DownloadSlots: Sendable {
    /// The place of a download, which is free again with the last reference at the latest.
    final class Slot: Sendable {
        private let slots: DownloadSlots
        private let client: String
        private let number: Int

        fileprivate init(_ slots: DownloadSlots, _ client: String, _ number: Int) {
            (self.slots, self.client, self.number) = (slots, client, number)
        }

        deinit { free() }

        func free() {
            slots.state.withLock { state in
                state.downloads[client]?.remove(number)
                if state.downloads[client]?.isEmpty == true { state.downloads[client] = nil }
            }
        }
    }

    private struct State {
        /// The numbers of each client's downloads.
        var downloads: [String: Set<Int>] = [:]
        var lastNumber = 0
    }

    /// More than one, because the server may not notice at once that a client has cancelled a download.
    private static let maximumCount = 2

    private let state = Mutex(State())

    /// Takes a place of a client until it is given back or the client's connection ends.
    /// - Returns: `nil` if the client has no place left.
    func take(for requester: Requester) -> Slot? {
        let client = requester.person?.id ?? requester.address.map { "\($0.network)" } ?? ""
        let number: Int? = state.withLock { state in
            guard state.downloads[client, default: []].count < Self.maximumCount else { return nil }
            state.lastNumber += 1
            state.downloads[client, default: []].insert(state.lastNumber)
            return state.lastNumber
        }
        guard let number else { return nil }
        let slot = Slot(self, client, number)
        requester.connection?.closeFuture.whenComplete { [weak slot] _ in slot?.free() }
        return slot
    }
}

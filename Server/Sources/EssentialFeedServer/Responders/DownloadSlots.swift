import Foundation
import NIOCore
import Synchronization

/// Lets each person, or each address of people without a name, download one archive at a time.
///
/// The server may not notice that a browser has cancelled a download, so the browser's next download takes its place.
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

        /// Whether the download still has the place.
        var isTaken: Bool { slots.state.withLock { $0.downloads[client]?.number == number } }

        func free() {
            slots.state.withLock { state in
                if state.downloads[client]?.number == number { state.downloads[client] = nil }
            }
        }
    }

    private struct State {
        /// The number of each client's download, and the session that it belongs to.
        var downloads: [String: (number: Int, session: Data?)] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Takes the place of a client until it is given back or the client's connection ends.
    /// - Returns: `nil` if an earlier download still runs, unless it is the same browser's, or a program's of the same
    ///   person.
    func take(for requester: Requester) -> Slot? {
        let client = requester.person?.id ?? requester.address.map { "\($0.network)" } ?? ""
        let number: Int? = state.withLock { state in
            if let other = state.downloads[client] {
                guard requester.person != nil, other.session == requester.session else { return nil }
            }
            state.lastNumber += 1
            state.downloads[client] = (state.lastNumber, requester.session)
            return state.lastNumber
        }
        guard let number else { return nil }
        let slot = Slot(self, client, number)
        requester.connection?.closeFuture.whenComplete { [weak slot] _ in slot?.free() }
        return slot
    }
}

import NIOCore
import Synchronization

/// Lets each person download one archive at a time, and so does each address of people without a name.
final class DownloadSlots: Sendable {
    /// The place of a download, which is free again with the last reference at the latest.
    final class Slot: Sendable {
        private let isTaken = Atomic(true)
        private let giveBack: @Sendable () -> Void

        fileprivate init(giveBack: @escaping @Sendable () -> Void) {
            self.giveBack = giveBack
        }

        deinit { free() }

        func free() {
            if isTaken.exchange(false, ordering: .relaxed) { giveBack() }
        }
    }

    private let taken = Mutex<Set<String>>([])

    /// Takes the place of a client until it is given back or the client's connection ends.
    /// - Returns: `nil` if an earlier download still runs.
    func take(for requester: Requester) -> Slot? {
        let client = requester.person?.id ?? requester.address.map { "\($0.network)" } ?? ""
        guard taken.withLock({ $0.insert(client).inserted }) else { return nil }
        let slot = Slot { [self] in taken.withLock { _ = $0.remove(client) } }
        requester.connection?.closeFuture.whenComplete { [weak slot] _ in slot?.free() }
        return slot
    }
}

import NIOCore
import Synchronization

/// Lets each person, or each address of people without a name, download two archives at a time.
final class DownloadSlots: Sendable {
    /// More than one, because the server may not notice at once that a client has cancelled a download.
    private static let maximumCount = 2

    private let downloads = Mutex<[String: Int]>([:])

    /// Takes a place of a client until it is given back or the client's connection ends.
    func take(for requester: Requester) -> Share? {
        let client = requester.person?.id ?? requester.address.map { "\($0.network)" } ?? ""
        let isFree = downloads.withLock { downloads in
            guard downloads[client, default: 0] < Self.maximumCount else { return false }
            downloads[client, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        let slot = Share { [self] in downloads.withLock { $0.subtract(1, from: client) } }
        requester.connection?.closeFuture.whenComplete { [weak slot] _ in slot?.end() }
        return slot
    }
}

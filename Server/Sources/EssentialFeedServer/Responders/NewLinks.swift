import EssentialFeed
import Foundation
import Synchronization

/// The links that were just made, which the browser that made them shows until the owner has sent them. They are kept in memory
/// only, so that loading the page again doesn't lose them.
final class NewLinks: Sendable {
    /// In seconds.
    static let life: TimeInterval = 600

    /// The address that the links lead to.
    let address: ServerAddress
    private let links = Mutex<[Data: (invitation: Invitation, madeAt: Date)]>([:])
    private let now: @Sendable () -> Date

    init(to address: ServerAddress, now: @escaping @Sendable () -> Date) {
        (self.address, self.now) = (address, now)
    }

    /// Keeps the last link that a browser has made.
    func keep(_ invitation: Invitation, for browser: Data) {
        let date = now()
        links.withLock { links in
            Self.prune(&links, at: date)
            links[browser] = (invitation, date)
        }
    }

    func link(for browser: Data) -> Invitation? {
        let date = now()
        return links.withLock { links in
            Self.prune(&links, at: date)
            return links[browser]?.invitation
        }
    }

    func forget(for browser: Data) { links.withLock { $0[browser] = nil } }

    private static func prune(_ links: inout [Data: (invitation: Invitation, madeAt: Date)], at date: Date) {
        links = links.filter { abs(date.timeIntervalSince($0.value.madeAt)) < life }
    }
}

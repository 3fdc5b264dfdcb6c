import Foundation
import Synchronization

/// New links, shown in the browser that made them until the owner has sent them. Kept in memory only: loading the page
/// again doesn't lose them.
final class NewLinks: Sendable {
    /// In seconds.
    static let life: TimeInterval = 600

    private let links = Mutex<[Data: (invitation: Invitation, madeAt: Date)]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

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

    typealias Link = (invitation: Invitation, browser: Data, madeAt: Date)

    func link(with secret: TokenSecret) -> Link? {
        let (date, digest) = (now(), secret.digest.bytes)
        return links.withLock { links in
            Self.prune(&links, at: date)
            let found = links.first { link in
                ConstantTime.areEqual(TokenSecret(link.value.invitation.secret).digest.bytes, digest)
            }
            return found.map { (invitation: $0.value.invitation, browser: $0.key, madeAt: $0.value.madeAt) }
        }
    }

    func forget(for browser: Data) { links.withLock { $0[browser] = nil } }

    /// Restores a used link, unless its browser has made another one since.
    func putBack(_ link: Link) {
        links.withLock { links in
            if links[link.browser] == nil { links[link.browser] = (link.invitation, link.madeAt) }
        }
    }

    private static func prune(_ links: inout [Data: (invitation: Invitation, madeAt: Date)], at date: Date) {
        links = links.filter { abs(date.timeIntervalSince($0.value.madeAt)) < life }
    }
}

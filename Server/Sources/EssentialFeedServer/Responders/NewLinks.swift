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
        links.withLock { $0[browser] = (invitation, date) }
    }

    func link(for browser: Data) -> Invitation? { valid()[browser]?.invitation }

    typealias Link = (invitation: Invitation, browser: Data, madeAt: Date)

    func link(with secret: TokenSecret) -> Link? {
        let digest = secret.digest.bytes
        let found = valid().first { link in
            ConstantTime.areEqual(TokenSecret(link.value.invitation.secret).digest.bytes, digest)
        }
        return found.map { (invitation: $0.value.invitation, browser: $0.key, madeAt: $0.value.madeAt) }
    }

    func forget(for browser: Data) { links.withLock { $0[browser] = nil } }

    /// Restores a used link, unless its browser has made another one since.
    func putBack(_ link: Link) {
        links.withLock { links in
            if links[link.browser] == nil { links[link.browser] = (link.invitation, link.madeAt) }
        }
    }

    /// Returns the links that haven't expired, and forgets the others.
    private func valid() -> [Data: (invitation: Invitation, madeAt: Date)] {
        let date = now()
        return links.withLock { links in
            links = links.filter { abs(date.timeIntervalSince($0.value.madeAt)) < Self.life }
            return links
        }
    }
}

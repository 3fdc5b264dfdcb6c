import Foundation
import Synchronization

/// New links, shown in the browser that made them until the owner has sent them. Kept in memory only: loading the page
/// again doesn't lose them.
final class NewLinks: Sendable {
    /// In seconds.
    static let life: TimeInterval = 600

    typealias Link = (invitation: Invitation, browser: Data, madeAt: Date)

    private let links = Mutex<[Data: Link]>([:])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    func keep(_ invitation: Invitation, for browser: Data) {
        let link: Link = (invitation, browser, now())
        links.withLock { $0[browser] = link }
    }

    func link(for browser: Data) -> Invitation? { valid()[browser]?.invitation }

    func link(with secret: TokenSecret) -> Link? {
        let digest = secret.digest.bytes
        return valid().values.first { link in
            ConstantTime.areEqual(TokenSecret(link.invitation.secret).digest.bytes, digest)
        }
    }

    func forget(for browser: Data) { links.withLock { $0[browser] = nil } }

    /// Restores a used link, unless its browser has made another one since.
    func putBack(_ link: Link) {
        links.withLock { links in
            if links[link.browser] == nil { links[link.browser] = link }
        }
    }

    /// Returns the links that haven't expired, and forgets the others.
    private func valid() -> [Data: Link] {
        let date = now()
        return links.withLock { links in
            links = links.filter { abs(date.timeIntervalSince($0.value.madeAt)) < Self.life }
            return links
        }
    }
}

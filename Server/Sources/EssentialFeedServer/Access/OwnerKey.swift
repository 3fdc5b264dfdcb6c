import EssentialFeed
import Foundation

/// Proves that a request is the owner's until the first person is invited: a secret created at each start, and kept
/// only in memory.
///
/// The origin of a request proves nothing: other users of the machine and proxies on it connect from there, too.
struct OwnerKey: Sendable {
    let secret: TokenSecret
    /// The key as a token of the owner, who may do everything.
    let token: AccessToken
    /// The digest of the session for which a browser has exchanged the key.
    private var session: ContentDigest?
    private var wasExchanged = false

    init(secret: TokenSecret, at time: Date) {
        self.secret = secret
        token = AccessToken(
            id: Person.owner.id, for: Invited(Person.owner.name, scopes: Set(AccessScope.allCases)), createdAt: time,
            digest: secret.digest)
    }

    /// Exchanges the key for the session of one browser. The key stays valid as a program's password.
    /// - Returns: The session; `nil` if the key has been exchanged before.
    mutating func exchange() -> TokenSecret? {
        guard !wasExchanged else { return nil }
        let secret = TokenSecret.random()
        (session, wasExchanged) = (secret.digest, true)
        return secret
    }

    func isSession(_ secret: TokenSecret) -> Bool {
        session.map { ConstantTime.areEqual($0.bytes, secret.digest.bytes) } ?? false
    }

    mutating func end(_ secret: TokenSecret) {
        if isSession(secret) { session = nil }
    }

    /// Returns the link that makes a browser the owner's, in the form of an invitation.
    func link(to server: ServerAddress) -> String { Invitation.link(to: server, name: token.name, secret: secret.text) }
}

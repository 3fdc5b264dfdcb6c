import Crypto
import Foundation
import HTTPTransport

/// Where a browser gets messages, and how they are encrypted only for it (RFC 8030, RFC 8291).
struct PushSubscription: Hashable, Sendable {
    /// The most that a person has, a browser each.
    static let maximumCount = 20
    /// The length of an endpoint, in bytes.
    private static let maximumLength = 2_048
    private static let secretLength = 16

    /// The address at the browser's push service, which accepts only messages signed by the server.
    let endpoint: URL
    /// The browser's public key, an uncompressed point of P-256.
    let key: Data
    /// The secret that authenticates messages to the browser.
    let secret: Data
}

extension PushSubscription {
    /// - Parameter key: In Base64 for URLs, as the secret.
    init(
        endpoint: String, key: String, secret: String, isPermitted: (Origin) -> Bool
    ) throws(FriendsError) {
        guard endpoint.utf8.count <= Self.maximumLength, endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: endpoint), url.user == nil, url.password == nil, url.fragment == nil,
            let origin = Origin(url), origin.isSecure, !origin.host.hasSuffix("."), isPermitted(origin),
            let key = Base64URL.data(key), let secret = Base64URL.data(secret), secret.count == Self.secretLength
        else { throw .notASubscription }
        do {
            _ = try P256.KeyAgreement.PublicKey(x963Representation: key)
        } catch {
            throw .notASubscription
        }
        self.init(endpoint: url, key: key, secret: secret)
    }
}

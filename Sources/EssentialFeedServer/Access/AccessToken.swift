public import Foundation

/// What a server knows about a token: whom it was given to, what it permits, and a digest of its secret.
///
/// Whoever has the secret may read the feed until the token is revoked. The secret itself is stored nowhere.
public struct AccessToken: Hashable, Sendable {
    /// Identifies the token in public, such as in the URLs of images. It proves nothing.
    public let id: String
    /// Whom the token was given to. No two tokens have one name.
    public let name: String
    /// What the token permits.
    public let scopes: [AccessScope]
    /// When the token was made.
    public let createdAt: Date
    /// When the token was used last, at most a minute too early; `nil` if it was never used.
    public internal(set) var lastUsedAt: Date?
    let digest: ContentDigest

    /// The number of random bytes in an id.
    private static let idLength = 8
    /// In characters.
    static let maximumNameLength = 64
    private static let nameCharacters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)

    init(
        id: String, name: String, scopes: [AccessScope], createdAt: Date, lastUsedAt: Date? = nil,
        digest: ContentDigest
    ) {
        (self.id, self.name, self.scopes) = (id, name, scopes)
        (self.createdAt, self.lastUsedAt, self.digest) = (createdAt, lastUsedAt, digest)
    }

    /// Creates the token of a new secret.
    /// - Throws: ``AccessError/invalidName(_:)``.
    init(
        name: String, scopes: [AccessScope], secret: TokenSecret, createdAt: Date,
        using generator: inout some RandomNumberGenerator
    ) throws(AccessError) {
        guard Self.isValid(name: name) else { throw .invalidName(name) }
        let id = Base64URL.text((0..<Self.idLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        self.init(id: id, name: name, scopes: scopes, createdAt: createdAt, digest: secret.digest)
    }

    /// Returns whether a name can stand in a link as it is: 1 to 64 letters and digits of ASCII, `-`, `_` and `.`.
    static func isValid(name: String) -> Bool {
        (1...maximumNameLength).contains(name.utf8.count) && name.utf8.allSatisfy(nameCharacters.contains)
    }
}

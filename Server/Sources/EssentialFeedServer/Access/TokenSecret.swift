/// The secret of a token: 256 random bits as text.
struct TokenSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private static let length = 32

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func random() -> TokenSecret {
        TokenSecret(Base64URL.random(length))
    }

    /// The only part of the secret that is stored.
    var digest: ContentDigest { ContentDigest(of: text.utf8) }

    var description: String { "TokenSecret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Comparisons of constant duration, whose timing doesn't leak secrets.
enum ConstantTime {
    static func areEqual(_ lhs: some Collection<UInt8>, _ rhs: some Collection<UInt8>) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return zip(lhs, rhs).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}

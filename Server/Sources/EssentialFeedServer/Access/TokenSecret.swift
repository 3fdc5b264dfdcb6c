/// The secret of a token: 256 random bits as text.
struct TokenSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The number of random bytes.
    private static let length = 32

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func random(using generator: inout some RandomNumberGenerator) -> TokenSecret {
        TokenSecret(
            Base64URL.text((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// The only part of the secret that is stored.
    var digest: ContentDigest { ContentDigest(of: text.utf8) }

    var description: String { "TokenSecret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

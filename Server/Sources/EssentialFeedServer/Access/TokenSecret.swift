import Foundation

/// The secret of a token: 256 random bits as text.
struct TokenSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The number of random bytes.
    private static let length = 32

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func random(using generator: inout some RandomNumberGenerator) -> TokenSecret {
        TokenSecret(Base64URL.random(length, using: &generator))
    }

    /// The only part of the secret that is stored.
    var digest: ContentDigest { ContentDigest(of: text.utf8) }

    var description: String { "TokenSecret" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Encodes bytes as letters, digits, `-` and `_`, which are valid in any part of a URL (RFC 4648, 5, without padding).
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// Returns the bytes of a text, with or without padding; `nil` if it isn't one.
    static func data(_ text: String) -> Data? {
        guard !text.contains("+"), !text.contains("/") else { return nil }
        let digits = String(text.prefix { $0 != "=" }).replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4))
    }

    /// Returns random bytes.
    static func random(_ count: Int, using generator: inout some RandomNumberGenerator) -> String {
        text((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}

/// Comparisons whose duration doesn't depend on the bytes, so that timing doesn't leak secrets.
enum ConstantTime {
    static func areEqual(_ lhs: some Collection<UInt8>, _ rhs: some Collection<UInt8>) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return zip(lhs, rhs).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}

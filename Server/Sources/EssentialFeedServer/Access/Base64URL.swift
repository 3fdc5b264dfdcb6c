import Foundation

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

    static func random(_ count: Int) -> String {
        text((0..<count).map { _ in UInt8.random(in: .min ... .max) })
    }
}

import Crypto
import Foundation

/// A token's public id and a signature, which image URLs contain instead of the token's secret.
struct ImageSignature: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    static let tokenName = "token"
    static let signatureName = "signature"

    let tokenID: String
    let text: String

    init(tokenID: String, text: String) {
        (self.tokenID, self.text) = (tokenID, text)
    }

    /// Parses a URL's query; `nil` unless it contains each of the two parameters exactly once.
    init?(query: some StringProtocol) {
        var tokenID: String?
        var text: String?
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            switch String(parts[0]) {
            case Self.tokenName:
                guard tokenID == nil else { return nil }
                tokenID = String(parts[1])
            case Self.signatureName:
                guard text == nil else { return nil }
                text = String(parts[1])
            default: continue
            }
        }
        guard let tokenID, let text else { return nil }
        self.init(tokenID: tokenID, text: text)
    }

    /// The query that ``init(query:)`` parses.
    var query: String { "\(Self.tokenName)=\(tokenID)&\(Self.signatureName)=\(text)" }

    // Like a secret, a signature must not appear in logs.
    var description: String { "ImageSignature" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Signs image URLs for one token, so that `<img>` works in feed readers, which send no authorization for images.
///
/// A signature is valid for one size of one image until its token is revoked. Signing again returns the same signature,
/// so that clients can cache the image.
struct ImageSigner: Sendable {
    /// In bytes: the shortest truncation that RFC 2104 allows for this MAC.
    private static let signatureLength = 16

    let tokenID: String
    private let key: SymmetricKey

    init(_ token: AccessToken) {
        tokenID = token.id
        key = SymmetricKey(data: token.digest.bytes)
    }

    func signature(of image: UUID, _ size: ServedSize) -> ImageSignature {
        let size = size.queryValue.map { "\($0)\n" } ?? ""
        let message = Data("essential-feed image 1\n\(image.uuidString)\n\(size)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
        return ImageSignature(tokenID: tokenID, text: Base64URL.text(Array(code.prefix(Self.signatureLength))))
    }

    func isValid(_ signature: ImageSignature, of image: UUID, _ size: ServedSize) -> Bool {
        let expected = self.signature(of: image, size)
        return signature.tokenID == tokenID && ConstantTime.areEqual(expected.text.utf8, signature.text.utf8)
    }
}

import Crypto
import Foundation

/// Signs image URLs for one token: `<img>` then works in feed readers, which send no authorization for images.
///
/// A signature is valid for one size of one image until its token is revoked. Signing again returns the same signature,
/// so clients can cache the image.
struct ImageSigner: Sendable {
    /// In bytes: the shortest truncation that RFC 2104 allows for this MAC.
    private static let signatureLength = 16

    let tokenID: String
    private let key: SymmetricKey

    init(_ token: AccessToken) {
        tokenID = token.id
        key = SymmetricKey(data: token.digest.bytes)
    }

    /// Identifies the signatures, which change with the token's secret.
    var id: String { signature(of: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), .medium).text }

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

/// A token's public id and a signature, which image URLs contain instead of the token's secret.
struct ImageSignature: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    static let tokenName = "token"
    static let signatureName = "signature"

    let tokenID: String
    let text: String

    var query: String { "\(Self.tokenName)=\(tokenID)&\(Self.signatureName)=\(text)" }

    // Like a secret, a signature must not appear in logs.
    var description: String { "ImageSignature" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension ImageSignature {
    /// Parses a URL's query; `nil` unless it contains each of the two parameters exactly once.
    init?(query: some StringProtocol) {
        let fields = FormFields(query)
        let (tokens, signatures) = (fields.texts(Self.tokenName), fields.texts(Self.signatureName))
        guard tokens.count == 1, signatures.count == 1 else { return nil }
        self.init(tokenID: tokens[0], text: signatures[0])
    }
}

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

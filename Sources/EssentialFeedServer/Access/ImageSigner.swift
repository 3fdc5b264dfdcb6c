import Crypto
import Foundation

/// Signs the URLs of images for one token, so that an `<img>` in a feed reader works, which sends no authorization.
///
/// A signature is valid for one image and ends with its token. It is always the same, so that clients can cache the image.
struct ImageSigner: Sendable {
    /// In bytes: what RFC 2104 allows a MAC to be cut to.
    private static let signatureLength = 16

    /// The public id of the token.
    let tokenID: String
    private let key: SymmetricKey

    init(_ token: AccessToken) {
        tokenID = token.id
        key = SymmetricKey(data: token.digest.bytes)
    }

    /// Returns the signature of an image, which is the same for all of its sizes.
    func signature(of image: UUID) -> ImageSignature {
        let message = Data("essential-feed image 1\n\(image.uuidString)\n".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
        return ImageSignature(tokenID: tokenID, text: Base64URL.text(Array(code.prefix(Self.signatureLength))))
    }

    func isValid(_ signature: ImageSignature, of image: UUID) -> Bool {
        let expected = self.signature(of: image)
        return signature.tokenID == tokenID && ConstantTime.areEqual(expected.text.utf8, signature.text.utf8)
    }
}

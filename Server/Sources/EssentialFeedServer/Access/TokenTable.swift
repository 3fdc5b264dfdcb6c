import Foundation

/// The tokens, prepared for comparison with requests.
struct TokenTable: Sendable {
    struct Entry: Sendable {
        let token: AccessToken
        let signer: ImageSigner
    }

    private let entries: [Entry]

    init(_ tokens: [AccessToken]) {
        entries = tokens.filter { $0.scopes.contains(.read) }.map { Entry(token: $0, signer: ImageSigner($0)) }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns the token with a secret. Compares the secret with every token in constant time.
    func entry(for secret: TokenSecret) -> Entry? {
        let digest = secret.digest.bytes
        return entries.reduce(nil) { found, entry in
            ConstantTime.areEqual(entry.token.digest.bytes, digest) ? entry : found
        }
    }

    /// Returns the token that signed the URL of an image in a size.
    func entry(for signature: ImageSignature, of image: UUID, _ size: ServedSize) -> Entry? {
        entries.first { $0.token.id == signature.tokenID }.flatMap {
            $0.signer.isValid(signature, of: image, size) ? $0 : nil
        }
    }

    func contains(id: String) -> Bool {
        entries.contains { $0.token.id == id }
    }
}

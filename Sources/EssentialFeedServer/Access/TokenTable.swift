import Foundation

/// The tokens as requests are compared with them.
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

    /// Returns the token of a secret. Compares it with every token, in the same time for each.
    func entry(for secret: TokenSecret) -> Entry? {
        let digest = secret.digest.bytes
        return entries.reduce(nil) { found, entry in
            ConstantTime.areEqual(entry.token.digest.bytes, digest) ? entry : found
        }
    }

    /// Returns the token that has signed the URL of an image.
    func entry(for signature: ImageSignature, of image: UUID) -> Entry? {
        entries.first { $0.token.id == signature.tokenID }.flatMap {
            $0.signer.isValid(signature, of: image) ? $0 : nil
        }
    }

    func contains(id: String) -> Bool {
        entries.contains { $0.token.id == id }
    }
}

import Foundation

/// The credentials of a request: the secret of a token, the signature of an image URL, a browser's session, or none.
struct RequestCredentials: Hashable, Sendable {
    private(set) var secret: TokenSecret?
    private(set) var signature: ImageSignature?
    var session: TokenSecret?
    /// The token of the session, which the caller has verified.
    var sessionTokenID: String?

    /// - Parameter authorization: Basic authorization has the secret as password and any user name.
    init(authorization: String?, query: some StringProtocol) {
        secret = authorization.flatMap(Self.secret)
        signature = query.isEmpty ? nil : ImageSignature(query: query)
    }

    private static func secret(in authorization: String) -> TokenSecret? {
        guard let space = authorization.firstIndex(of: " ") else { return nil }
        let value = authorization[space...].trimmingCharacters(in: .whitespaces)
        switch authorization[..<space].lowercased() {
        case "bearer": return value.isEmpty ? nil : TokenSecret(value)
        case "basic":
            guard let data = Data(base64Encoded: value), let pair = String(validating: data, as: UTF8.self),
                let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            return TokenSecret(String(pair[pair.utf8.index(after: colon)...]))
        default: return nil
        }
    }
}

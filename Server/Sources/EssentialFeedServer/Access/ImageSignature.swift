/// A token's public id and a signature, which image URLs contain instead of the token's secret.
struct ImageSignature: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    static let tokenName = "token"
    static let signatureName = "signature"

    let tokenID: String
    let text: String

    /// The query that ``init(query:)`` parses.
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

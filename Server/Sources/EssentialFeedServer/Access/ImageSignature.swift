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

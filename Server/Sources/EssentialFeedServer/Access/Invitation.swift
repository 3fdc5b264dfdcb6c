public import EssentialFeed
import Foundation

/// A new token and its secret.
public struct Invitation: Sendable, CustomStringConvertible, CustomReflectable {
    /// The token as the server stores it.
    public let token: AccessToken
    /// The secret that grants access. It can't be recovered later.
    public let secret: String

    /// Creates a token and its secret. Nothing is saved.
    /// - Parameter id: The token's id; `nil` for a new one.
    init(to invited: Invited, id: String? = nil, at time: Date) throws(AccessError) {
        let secret = TokenSecret.random()
        token = try AccessToken(for: invited, id: id, secret: secret, createdAt: time)
        self.secret = secret.text
    }

    init(_ token: AccessToken, _ secret: TokenSecret) {
        (self.token, self.secret) = (token, secret.text)
    }

    /// Returns the link of the invitation, which browsers, the app and the terminal program accept.
    public func link(to server: ServerAddress) -> String {
        Self.link(to: server, name: token.name, secret: secret)
    }

    static func link(to server: ServerAddress, name: String, secret: String) -> String {
        let name = name.addingPercentEncoding(withAllowedCharacters: .urlUserAllowed) ?? ""
        return "\(server.displayText)\(ServerAddress.joinMark)\(name):\(secret)"
    }

    /// The type's name, because the rest must not appear in logs.
    public var description: String { "Invitation" }
    /// A reflection without children, because the secret must not appear in logs.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

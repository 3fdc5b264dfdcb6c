public import EssentialFeed

/// A new token and its secret.
public struct Invitation: Sendable {
    /// The token as the server stores it.
    public let token: AccessToken
    /// The secret that grants access. It can't be recovered later.
    public let secret: String

    /// Returns the server's base URL with name and secret, which apps, feed readers and curl accept unchanged.
    public func link(to server: ServerAddress) -> String {
        // Neither contains a character that needs encoding in a URL.
        server.displayText.replacing("://", with: "://\(token.name):\(secret)@", maxReplacements: 1)
    }
}

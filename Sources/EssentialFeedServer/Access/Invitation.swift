public import EssentialFeed

/// A new token, with its secret.
public struct Invitation: Sendable {
    /// The token as the server keeps it.
    public let token: AccessToken
    /// What the invited person proves who they are with. Nobody can find it out later.
    public let secret: String

    /// Returns the base of a server's URLs with name and secret, which apps, feed readers and curl accept as it is.
    public func link(to server: ServerAddress) -> String {
        // Neither has a character that a URL would have to encode.
        server.displayText.replacing("://", with: "://\(token.name):\(secret)@", maxReplacements: 1)
    }
}

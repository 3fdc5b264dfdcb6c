public import HTTPTransport

/// The name and password for a server. Descriptions don't show them.
public struct SignIn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// Creates a pair of a name and password.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The Basic authorization to send to the server.
    public var authorization: BasicAuthorization { BasicAuthorization(user: user, password: password) }

    public var description: String { "SignIn" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

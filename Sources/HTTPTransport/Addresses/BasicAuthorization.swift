public import Foundation

/// A user and password that are sent as Basic authorization.
///
/// Descriptions don't include either of them.
public struct BasicAuthorization: Hashable, Sendable {
    private let user: String
    private let password: String

    /// Creates the authorization of a user.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Creates the authorization from a URL's percent-decoded user info. Returns `nil` if the URL has none.
    public init?(userInfoOf url: URL) {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        self.init(userInfoOf: components)
    }

    package init?(userInfoOf components: URLComponents) {
        let user = components.user ?? ""
        let password = components.password ?? ""
        guard !user.isEmpty || !password.isEmpty else { return nil }
        self.init(user: user, password: password)
    }

    /// The value of an `Authorization` or `Proxy-Authorization` field.
    public var fieldValue: String { "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }
}

extension BasicAuthorization: CustomStringConvertible, CustomReflectable {
    /// A text without user and password.
    public var description: String { "BasicAuthorization" }
    /// A mirror without user and password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

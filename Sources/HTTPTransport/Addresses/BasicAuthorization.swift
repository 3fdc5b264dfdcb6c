public import Foundation

/// The user and password of a URL, which go out as Basic authorisation and nowhere else (N011): a description shows
/// neither.
public struct BasicAuthorization: Hashable, Sendable {
    private let user: String
    private let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The URL's user info, percent-decoded; `nil` where there is none.
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
    public var fieldValue: String {
        "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
    }
}

extension BasicAuthorization: CustomStringConvertible, CustomReflectable {
    public var description: String { "BasicAuthorization" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URL {
    /// The same URL without user info: what may be shown, kept and delivered (N011).
    public var withoutUserInfo: URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            components.percentEncodedUser != nil || components.percentEncodedPassword != nil
        else { return self }
        components.percentEncodedUser = nil
        components.percentEncodedPassword = nil
        return components.url ?? self
    }
}

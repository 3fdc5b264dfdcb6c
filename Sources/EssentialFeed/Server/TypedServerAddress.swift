import Foundation
public import HTTPTransport

/// The server address that a person typed, and the addresses that it may mean, in the order in which they are tried.
///
/// A text with `http://` or `https://` means just that. Any other means `https`; on this machine and in the private
/// network, where servers seldom have a certificate, it may also mean `http`.
public struct TypedServerAddress: Hashable, Sendable {
    /// The length of the longest address, in bytes of UTF-8.
    public static let maximumBytes = 2_048

    /// The addresses, of which there is at least one.
    public let candidates: [ServerAddress]

    /// - Throws: ``ServerAddressError`` if the text isn't an address with any scheme.
    public init(_ text: String) throws(ServerAddressError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.maximumBytes else { throw ServerAddressError(text) }
        guard !Self.namesScheme(text) else {
            candidates = [try ServerAddress(text)]
            return
        }
        let secure = try ServerAddress("https://" + text)
        candidates = secure.isLocal ? [secure, try ServerAddress("http://" + text)] : [secure]
    }

    /// Returns whether the text names a scheme. A colon isn't enough, because a port may follow it: `localhost:8080`.
    private static func namesScheme(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text.contains("://") || lowercased.hasPrefix("http:") || lowercased.hasPrefix("https:")
    }
}

extension ServerAddress {
    /// Whether the host is this machine, so that no other machine reaches the server at this address.
    public var isOnlyForThisMachine: Bool { origin?.addressSpace == .loopback }

    /// Whether the host is this machine or an address in one of its networks. A name counts only if it is this
    /// machine's: where another name leads isn't known before it is looked up.
    var isLocal: Bool {
        guard let origin else { return false }
        switch origin.addressSpace {
        case .loopback: return true
        case .local: return origin.host.contains(":") || Self.endsInNumber(origin.host)
        case .global: return false
        }
    }

    private static func endsInNumber(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last else { return false }
        return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
    }

    /// The name and the password in the address; `nil` if it has no user info.
    public var signIn: SignIn? {
        guard authorization != nil, let components = URLComponents(url: feed(), resolvingAgainstBaseURL: false) else {
            return nil
        }
        return SignIn(user: components.user ?? "", password: components.password ?? "")
    }

    /// Returns the address with a name and a password, which are sent as Basic authorization.
    public func signedIn(_ signIn: SignIn?) -> ServerAddress {
        guard let signIn, var components = URLComponents(string: displayText) else { return self }
        components.user = signIn.user
        components.password = signIn.password
        do {
            return try components.string.map { try ServerAddress($0) } ?? self
        } catch {
            return self
        }
    }
}

/// What a server wants of a person before it answers with a feed.
public enum SignInRequest: Hashable, Sendable {
    /// A name and a password.
    case needed
    /// Another name or another password than it was sent.
    case refused
}

/// The name and the password that a server asks for. A description shows neither.
public struct SignIn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// Creates a pair of a name and a password.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// What is sent to the server.
    public var authorization: BasicAuthorization { BasicAuthorization(user: user, password: password) }

    public var description: String { "SignIn" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

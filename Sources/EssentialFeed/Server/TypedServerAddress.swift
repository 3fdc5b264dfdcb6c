import Foundation
import HTTPTransport

/// The server address typed by the user, and its possible meanings in the order of trying them.
///
/// An address with `http://` or `https://` is used as it is. Any other address means `https`; on this computer and in
/// the private network, where servers rarely have a certificate, it may also mean `http`.
public struct TypedServerAddress: Hashable, Sendable {
    /// The length of the longest address, in bytes of UTF-8.
    public static let maximumBytes = 2_048

    /// The addresses to try, at least one.
    public let candidates: [ServerAddress]

    /// - Throws: ``ServerAddressError`` if the text isn't a valid address with any scheme.
    public init(_ text: String) throws(ServerAddressError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.maximumBytes, !text.contains(where: \.isWhitespace) else {
            throw ServerAddressError(text)
        }
        guard !Self.namesScheme(text) else {
            candidates = [try ServerAddress(text)]
            return
        }
        let secure = try ServerAddress("https://" + text)
        candidates = secure.isLocal ? [secure, try ServerAddress("http://" + text)] : [secure]
    }

    /// Returns whether the text names a scheme. A colon isn't enough, because it may precede a port: `localhost:8080`.
    private static func namesScheme(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text.contains(":/") || lowercased.hasPrefix("http:") || lowercased.hasPrefix("https:")
    }
}

extension ServerAddress {
    /// Whether the host is this computer; if so, other computers can't reach the server at this address.
    public var isOnlyForThisMachine: Bool { origin?.addressSpace == .loopback }

    /// Whether others in the network could read a name and password that are sent to the address.
    package var exposesSignIn: Bool { origin?.isSecure != true && !isOnlyForThisMachine }

    /// Whether the host is this computer or an address in one of its networks. A name counts only if it is this
    /// computer's: other names would have to be looked up.
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

    /// The name and password in the address; `nil` if it has no user info.
    public var signIn: SignIn? {
        guard authorization != nil, let components = URLComponents(url: feed(), resolvingAgainstBaseURL: false) else {
            return nil
        }
        return SignIn(user: components.user ?? "", password: components.password ?? "")
    }

    /// Returns the address with a name and password, which are sent as Basic authorization.
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

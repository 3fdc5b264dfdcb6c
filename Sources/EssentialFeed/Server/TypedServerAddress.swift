import Foundation
import HTTPTransport

/// The server address that a person typed, and the addresses that it may mean, in the order in which they are tried.
///
/// With `http://` or `https://` it means just that. Without, it means `https`; on this machine and in the private
/// network, where servers seldom have a certificate, it may also mean `http`.
public struct TypedServerAddress: Hashable, Sendable {
    /// The most bytes that an address may have.
    public static let maximumBytes = 2_048

    /// At least one.
    public let candidates: [ServerAddress]

    /// - Throws: ``ServerAddressError`` where the text is no address, whatever is put before it.
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

    /// A host with a port, like `localhost:8080`, begins like a scheme, too.
    private static func namesScheme(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text.contains("://") || lowercased.hasPrefix("http:") || lowercased.hasPrefix("https:")
    }
}

extension ServerAddress {
    /// Whether the host is this machine, or an address of the networks that this machine is in. Names are not, but for
    /// those of this machine: what they lead to is not known before they are asked for.
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

    /// The same address with a name and a password, which go out as Basic authorisation (N011).
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

/// The name and the password that a server asks for. Kept in memory alone; a description shows neither.
public struct SignIn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    public let user: String
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    public var description: String { "SignIn" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

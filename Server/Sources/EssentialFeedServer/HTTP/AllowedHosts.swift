import EssentialFeed
import Foundation

/// The host names that a server on a loopback address accepts.
///
/// A web page can point its own host name at this machine to read the responses (DNS rebinding). The page's requests
/// still carry that name, so the server can refuse them.
struct AllowedHosts: Sendable {
    /// The host name or address that the server listens on.
    let host: String
    /// The port that the server listens on; `nil` to accept any port.
    let port: Int?

    /// Returns whether the server accepts an authority such as `localhost:8080`.
    func contains(_ authority: String) -> Bool {
        guard let (name, port) = Self.split(authority), port == nil || self.port == nil || port == self.port
        else { return false }
        return name == "localhost" || name.hasSuffix(".localhost") || name == host.lowercased()
            || Self.address(name)?.isLoopback == true
    }

    /// Returns the lowercase name, including the brackets of an IPv6 address, and the port if the authority has one.
    private static func split(_ authority: String) -> (name: String, port: Int?)? {
        let authority = authority.lowercased()
        let end = authority.firstIndex(of: "]").map(authority.index(after:)) ?? authority.firstIndex(of: ":")
        let name = authority[..<(end ?? authority.endIndex)]
        let rest = authority[name.endIndex...]
        guard !rest.isEmpty else { return (String(name), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        if digits.isEmpty { return (String(name), nil) }
        return Int(digits).map { (String(name), $0) }
    }

    private static func address(_ name: String) -> IPAddress? {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return IPAddress(four: name) }
        return IPAddress(six: String(name.dropFirst().dropLast()))
    }
}

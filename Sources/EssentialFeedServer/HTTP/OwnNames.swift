/// The host names that a server on a loopback address answers to.
///
/// A web page may point its own host name at this machine (DNS rebinding) to read the responses. Its requests carry that
/// name, so they can be refused.
struct OwnNames: Sendable {
    /// The name or address that the server listens on.
    let host: String
    /// The port that the server listens on; `nil` if any is right.
    let port: Int?
    /// The authority that most requests have.
    private let usual: String?

    init(host: String, port: Int?) {
        (self.host, self.port) = (host, port)
        usual = host.contains(":") ? nil : port.map { "\(host):\($0)" }
    }

    /// Returns whether a request for an authority such as `localhost:8080` is meant for this server.
    func contains(_ authority: String) -> Bool {
        if authority == usual { return true }
        guard let (name, port) = Self.split(authority), port == nil || self.port == nil || port == self.port
        else { return false }
        return name == "localhost" || name == host.lowercased() || Self.address(name)?.isLoopback == true
    }

    /// Returns the name in lower case, with the brackets of an IPv6 address, and the port if the authority has one.
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

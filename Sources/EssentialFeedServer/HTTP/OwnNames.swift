import Foundation

#if os(Linux)
    // The members of addresses count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// The names that a server on loopback has.
///
/// A web page may have its own name lead to this machine (DNS rebinding), and then read what is answered there. Its
/// requests have that name in them: they are for another server.
struct OwnNames: Sendable {
    /// The name or address that the server was told to listen at.
    let host: String
    let port: Int

    /// Whether a request for `host:port` is for this server.
    func contains(_ authority: String) -> Bool {
        guard let (name, port) = Self.split(authority), port == nil || port == self.port else { return false }
        let isName = name == "localhost" || name == host.lowercased()
        return isName || Self.isLoopbackAddress(name)
    }

    /// The name in lower case, an IPv6 address with its brackets, and the port, if there is one.
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

    /// An address cannot be made to lead elsewhere.
    private static func isLoopbackAddress(_ name: String) -> Bool {
        guard name.hasPrefix("["), name.hasSuffix("]") else {
            var four = in_addr()
            // A zero byte would end the text for C.
            return !name.utf8.contains(0) && inet_pton(AF_INET, name, &four) == 1
                && withUnsafeBytes(of: four) { $0[0] } == 127
        }
        var six = in6_addr()
        guard !name.utf8.contains(0), inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &six) == 1 else {
            return false
        }
        return withUnsafeBytes(of: six) { bytes in
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return isMapped ? bytes[12] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
        }
    }
}

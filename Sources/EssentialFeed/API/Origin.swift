public import Foundation

/// Scheme, host and port of an `http` or `https` URL: who may see what is sent there (N009, N011).
public struct Origin: Hashable, Sendable {
    /// In lower case.
    public let scheme: String
    /// In lower case; an IPv6 address without brackets.
    public let host: String
    /// From 1 to 65,535; the scheme's own port where the URL names none.
    public let port: Int

    /// `nil`: the URL is not `http` or `https`, names no host, a host with characters that no host has, or a port that
    /// doesn't exist. Nothing else in a URL keeps the network's libraries from loading it.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let standardPort = Self.standardPorts[scheme],
            let host = url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]), !host.isEmpty,
            !host.unicodeScalars.contains(where: Self.isForbidden), let port = Self.port(of: url, standardPort)
        else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
    }

    /// Whether what goes there is encrypted.
    public var isSecure: Bool { scheme == "https" }

    /// From where it is reached (N051).
    public var addressSpace: AddressSpace { AddressSpace(host: host) }

    /// Host and port as a `Host` field names them: an IPv6 address in brackets, the port where it is not the scheme's.
    public var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == Self.standardPorts[scheme] ? host : "\(host):\(port)"
    }

    private static let standardPorts = ["http": 80, "https": 443]
    private static let ports = 1...65_535

    /// A number that is too large for an `Int` is `nil` in `URL.port`, as if the URL named no port.
    private static func port(of url: URL, _ standardPort: Int) -> Int? {
        if let port = url.port { return ports.contains(port) ? port : nil }
        return namesPort(url.absoluteString) ? nil : standardPort
    }

    /// Whether digits stand behind the host's colon.
    private static func namesPort(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let authority = text.utf8[start...].dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let digits = authority.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return !digits.isEmpty && authority.dropLast(digits.count).last == UInt8(ascii: ":")
    }

    /// The characters that divide the parts of a URL, white space and controls, which a host has only percent-encoded:
    /// the system's resolver would take a host that ends in the middle for another one.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "/?#@<>[]\\^|".unicodeScalars.contains(scalar)
    }
}

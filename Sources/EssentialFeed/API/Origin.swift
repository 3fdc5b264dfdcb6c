public import Foundation

/// Scheme, host and port of an `http` or `https` URL: who may see what is sent there (N009, N011).
public struct Origin: Hashable, Sendable {
    /// In lower case.
    public let scheme: String
    /// In lower case; an IPv6 address without brackets.
    public let host: String
    /// The scheme's own port where the URL names none.
    public let port: Int

    /// `nil`: the URL is not `http` or `https`, or names no host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let standardPort = Self.standardPorts[scheme],
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host.trimmingCharacters(in: ["[", "]"]).lowercased()
        port = url.port ?? standardPort
    }

    /// Whether what goes there is encrypted.
    public var isSecure: Bool { scheme == "https" }

    /// Host and port as a `Host` field names them: an IPv6 address in brackets, the port where it is not the scheme's.
    public var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == Self.standardPorts[scheme] ? host : "\(host):\(port)"
    }

    private static let standardPorts = ["http": 80, "https": 443]
}

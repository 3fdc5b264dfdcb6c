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

    /// From where it is reached.
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

    /// Whether the text of a URL begins as nearly all do: `http://` or `https://`, a name of ASCII letters, digits, dots
    /// and hyphens, and a port from 1 to 65,535 or none. Such a URL has an origin and no user info; to find that out by
    /// the URL's parts takes many times as long, and a saved feed has thousands of them.
    package static func isPlain(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { isPlain($0[...]) } ?? false
    }

    private static func isPlain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let scheme = text.starts(with: "https://".utf8) ? 8 : text.starts(with: "http://".utf8) ? 7 : 0
        guard scheme > 0 else { return false }
        let name = text.dropFirst(scheme)
        let end = name.firstIndex { !isPlain($0) } ?? name.endIndex
        guard end > name.startIndex else { return false }
        var rest = name[end...]
        if rest.first == UInt8(ascii: ":") {
            var port = 0
            rest = rest.dropFirst()
            while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), port < 65_536 {
                port = port * 10 + Int(byte & 0x0F)
                rest = rest.dropFirst()
            }
            guard ports.contains(port) else { return false }
        }
        return rest.first.map { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? true
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The characters that divide the parts of a URL, white space and controls, which a host has only percent-encoded:
    /// the system's resolver would take a host that ends in the middle for another one.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "/?#@<>[]\\^|".unicodeScalars.contains(scalar)
    }
}

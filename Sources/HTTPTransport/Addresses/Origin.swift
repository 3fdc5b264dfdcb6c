public import Foundation

/// The scheme, host and port of an `http` or `https` URL, which together identify the recipient of a request.
public struct Origin: Hashable, Sendable {
    /// `http` or `https`, in lowercase.
    public let scheme: String
    /// The name or address of the host, in lowercase. An IPv6 address has no brackets.
    public let host: String
    /// The port, from 1 to 65,535. The scheme's default port if the URL has none.
    public let port: Int

    /// Creates the origin of a URL.
    ///
    /// Returns `nil` if the URL's scheme isn't `http` or `https`, if the URL has no host, or if its host or port is
    /// invalid. A URL with an origin can be loaded.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let standardPort = Self.standardPorts[scheme],
            let host = url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]), !host.isEmpty,
            !host.unicodeScalars.contains(where: Self.isForbidden), let port = Self.port(of: url, standardPort)
        else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
    }

    /// Whether messages to the origin are encrypted.
    public var isSecure: Bool { scheme == "https" }

    /// The address space of the host.
    public var addressSpace: AddressSpace { AddressSpace(host: host) }

    /// The host and port in the form of a `Host` field: with brackets around an IPv6 address, and without the scheme's
    /// default port.
    public var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == Self.standardPorts[scheme] ? host : "\(host):\(port)"
    }

    private static let standardPorts = ["http": 80, "https": 443]
    private static let ports = 1...65_535

    /// Returns the port of a URL, or `nil` if the port is invalid.
    ///
    /// `URL.port` is `nil` for a number that doesn't fit in an `Int`, as if the URL had no port.
    private static func port(of url: URL, _ standardPort: Int) -> Int? {
        if let port = url.port { return ports.contains(port) ? port : nil }
        return namesPort(url.absoluteString) ? nil : standardPort
    }

    /// Returns whether digits follow the host's colon.
    private static func namesPort(_ text: String) -> Bool {
        guard let start = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let authority = text.utf8[start...].dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let digits = authority.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return !digits.isEmpty && authority.dropLast(digits.count).last == UInt8(ascii: ":")
    }

    /// Returns whether a URL's text begins in the most common form, which guarantees an origin and no user info.
    ///
    /// The form is `http://` or `https://`, a name of ASCII letters, digits, dots and hyphens, and an optional port
    /// from 1 to 65,535. Parsing the whole URL takes many times as long, and a cached feed has thousands of URLs.
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

    /// Returns whether a character isn't allowed in a host: a URL delimiter, white space or a control character.
    ///
    /// A percent-encoded host can contain them; the system's resolver would then resolve only part of the host.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "/?#@<>[]\\^|".unicodeScalars.contains(scalar)
    }
}

extension URL {
    /// The URL without user info, safe to show and store.
    public var withoutUserInfo: URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            components.percentEncodedUser != nil || components.percentEncodedPassword != nil
        else { return self }
        components.percentEncodedUser = nil
        components.percentEncodedPassword = nil
        return components.url ?? self
    }

    /// The URL for logs, without user info, fragment and query, because each of them may grant access. Only an image's
    /// size is kept.
    package var withoutSecrets: URL {
        guard var components = URLComponents(url: withoutUserInfo, resolvingAgainstBaseURL: true),
            components.percentEncodedQuery != nil || components.percentEncodedFragment != nil
        else { return withoutUserInfo }
        let size = components.percentEncodedQueryItems?.filter { $0.name == "size" } ?? []
        components.percentEncodedQueryItems = size.isEmpty ? nil : size
        components.percentEncodedFragment = nil
        return components.url ?? withoutUserInfo
    }
}

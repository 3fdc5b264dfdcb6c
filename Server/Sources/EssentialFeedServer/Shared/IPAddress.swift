import Foundation

/// An IP address in network order.
///
/// An IPv4 address that is mapped into IPv6 (`::ffff:1.2.3.4`) equals the IPv4 address.
struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Reads an IPv4 address in dotted decimal notation; `nil` for any other text.
    init?(four text: String) { self.init(text, AF_INET, count: 4) }

    /// Reads an IPv6 address without brackets and zone; `nil` for any other text.
    init?(six text: String) { self.init(text, AF_INET6, count: 16) }

    private init?(_ text: String, _ family: Int32, count: Int) {
        var bytes = [UInt8](repeating: 0, count: count)
        // C would take a zero byte for the end of the text.
        guard !text.utf8.contains(0), inet_pton(family, text, &bytes) == 1 else { return nil }
        self.init(bytes)
    }

    var text: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = bytes.withUnsafeBytes {
            inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &buffer, socklen_t(buffer.count))
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}

extension Duration {
    /// The duration in its two largest units, for a log.
    var plainText: String {
        let seconds = Int(max(0, min(self / .seconds(1), 1e9)).rounded(.up))
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
        default: "\(seconds / 3600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min")
        }
    }
}

/// The host names that a server on a loopback address accepts.
///
/// A web page can point its own host name at this machine to read the responses (DNS rebinding). The page's requests
/// still carry that name, so the server can refuse them.
struct AllowedHosts: Sendable {
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
        guard rest.first == ":", digits.utf8.allSatisfy(\.isDigit) else { return nil }
        if digits.isEmpty { return (String(name), nil) }
        return Int(digits).map { (String(name), $0) }
    }

    private static func address(_ name: String) -> IPAddress? {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return IPAddress(four: name) }
        return IPAddress(six: String(name.dropFirst().dropLast()))
    }
}

import HTTPTransport

/// An entry of `NO_PROXY`, which names hosts that are reached without a proxy.
///
/// `*` matches every host; `example.com`, `.example.com` and `*.example.com` match that host and all its subdomains. An
/// address matches only itself; an IPv6 address may have brackets. If a port follows, the entry matches only that port.
struct ProxyExemption: Hashable, Sendable {
    private let host: String
    private let port: Int?

    /// Creates an exemption from an entry. Returns `nil` if the text has no host.
    init?(_ text: some StringProtocol) {
        var host = text.lowercased()
        var port: Int?
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            port = Int(host[end...].dropFirst(2))
            host = String(host[..<end].dropFirst())
        } else if let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") {
            port = Int(host[colon...].dropFirst())
            host = String(host[..<colon])
        }
        if host.hasPrefix("*.") { host.removeFirst() }
        if host.hasPrefix(".") { host.removeFirst() }
        guard !host.isEmpty else { return nil }
        self.host = host
        self.port = port
    }

    /// Returns whether this entry exempts the origin from using a proxy.
    func covers(_ origin: Origin) -> Bool {
        guard port == nil || port == origin.port else { return false }
        return host == "*" || origin.host == host || origin.host.hasSuffix(".\(host)")
    }
}

import HTTPTransport

/// An entry of `NO_PROXY`, which names hosts that are reached without a proxy.
///
/// `*` stands for every host; `example.com`, `.example.com` and `*.example.com` stand for that host and all hosts below
/// it. An address stands for itself; an IPv6 address may have brackets. If a port follows, the entry covers only that
/// port.
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

    /// Returns whether the origin is reached without a proxy because of this entry.
    func covers(_ origin: Origin) -> Bool {
        guard port == nil || port == origin.port else { return false }
        return host == "*" || origin.host == host || origin.host.hasSuffix(".\(host)")
    }
}

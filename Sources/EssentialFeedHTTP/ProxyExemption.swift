import EssentialFeed
import HTTPTransport

/// One entry of `NO_PROXY`: a host that is reached without a proxy.
///
/// `*` is every host; `example.com`, `.example.com` and `*.example.com` are that host and all below it; an address is
/// itself, an IPv6 one with or without brackets. A port after it narrows it to that port.
struct ProxyExemption: Hashable, Sendable {
    private let host: String
    private let port: Int?

    /// `nil`: the text names no host.
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

    func covers(_ origin: Origin) -> Bool {
        guard port == nil || port == origin.port else { return false }
        return host == "*" || origin.host == host || origin.host.hasSuffix(".\(host)")
    }
}

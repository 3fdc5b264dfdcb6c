public import Foundation
import HTTPTransport

/// The proxies for requests, as set in the environment.
///
/// `HTTPS_PROXY` is for `https` URLs, `HTTP_PROXY` for `http` URLs, and `ALL_PROXY` for URLs whose own variable isn't
/// set. `NO_PROXY` lists the hosts to reach without a proxy, separated by commas. This machine is always reached
/// without a proxy, because a proxy would connect to itself instead and see data meant for this machine. Lowercase
/// names take precedence over uppercase ones, and an empty value counts as unset.
public struct ProxySettings: Hashable, Sendable {
    private let secure: ProxyServer?
    private let plain: ProxyServer?
    private let exemptions: [ProxyExemption]

    /// Creates the settings from environment variables.
    /// - Throws: ``ProxySettingsError`` if a variable doesn't hold the URL of an HTTP proxy.
    public init(environment: [String: String] = [:]) throws(ProxySettingsError) {
        func value(_ name: String) -> (variable: String, text: String)? {
            for variable in [name.lowercased(), name] {
                if let text = environment[variable]?.trimmingCharacters(in: .whitespaces), !text.isEmpty {
                    return (variable, text)
                }
            }
            return nil
        }
        func server(_ name: String) throws(ProxySettingsError) -> ProxyServer? {
            guard let (variable, text) = value(name) ?? value("ALL_PROXY") else { return nil }
            guard let server = ProxyServer(text) else { throw ProxySettingsError(variable: variable) }
            return server
        }
        secure = try server("HTTPS_PROXY")
        plain = try server("HTTP_PROXY")
        exemptions = (value("NO_PROXY")?.text ?? "").split { $0 == "," || $0.isWhitespace }
            .compactMap { ProxyExemption($0) }
    }

    func proxy(for origin: Origin) -> ProxyServer? {
        guard origin.addressSpace != .loopback, !exemptions.contains(where: { $0.covers(origin) }) else { return nil }
        return origin.isSecure ? secure : plain
    }
}

/// An HTTP proxy.
///
/// The proxy receives requests for `http` URLs in absolute form, and opens a tunnel for `https` URLs (`CONNECT`).
struct ProxyServer: Hashable, Sendable {
    let host: String
    let port: Int
    let authorization: BasicAuthorization?

    /// Creates a proxy from `[http://][user:password@]host[:port]`, with port 80 by default. Returns `nil` if the text
    /// has another form.
    init?(_ text: String) {
        let text = text.contains("://") ? text : "http://\(text)"
        guard let url = URL(string: text), let origin = Origin(url), origin.scheme == "http" else { return nil }
        host = origin.host
        port = origin.port
        authorization = BasicAuthorization(userInfoOf: url)
    }
}

/// An entry of `NO_PROXY`: hosts to reach without a proxy.
///
/// `*` matches every host; `example.com`, `.example.com` and `*.example.com` match the host and all its subdomains. An
/// address matches only itself; an IPv6 address may have brackets. An entry with a port matches only that port.
struct ProxyExemption: Hashable, Sendable {
    private let host: String
    private let port: Int?

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

/// The error of an environment variable without a valid URL of an HTTP proxy.
///
/// It doesn't contain the variable's value, which may include a password.
public struct ProxySettingsError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The name of the variable.
    public let variable: String

    public var description: String {
        "\(variable) isn’t a proxy’s address; set it to one like http://proxy:3128, or unset it"
    }
    public var errorDescription: String? { description }
}

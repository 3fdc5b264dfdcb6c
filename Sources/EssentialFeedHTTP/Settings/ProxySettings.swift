import Foundation
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

    /// Returns the proxy for an origin, or `nil` if the origin is reached without one.
    func proxy(for origin: Origin) -> ProxyServer? {
        guard origin.addressSpace != .loopback, !exemptions.contains(where: { $0.covers(origin) }) else { return nil }
        return origin.isSecure ? secure : plain
    }
}

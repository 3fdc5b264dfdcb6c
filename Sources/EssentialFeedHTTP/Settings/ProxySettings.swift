import Foundation
import HTTPTransport

/// The proxies through which requests are sent, as the environment names them.
///
/// `HTTPS_PROXY` is for `https` URLs, `HTTP_PROXY` for `http` URLs, and `ALL_PROXY` for those that have no proxy of
/// their own. `NO_PROXY` lists the hosts that are reached without a proxy, separated by commas; no other host is exempt,
/// not even this machine. A lowercase name takes precedence over the same name in uppercase, and an empty value counts
/// as none.
public struct ProxySettings: Hashable, Sendable {
    private let secure: ProxyServer?
    private let plain: ProxyServer?
    private let exemptions: [ProxyExemption]

    /// Creates the settings that the environment asks for.
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
        guard !exemptions.contains(where: { $0.covers(origin) }) else { return nil }
        return origin.isSecure ? secure : plain
    }
}

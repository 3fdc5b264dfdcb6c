import EssentialFeed
import Foundation
import HTTPTransport

/// Which proxy leads to a URL, as the environment says (N012).
///
/// `HTTPS_PROXY` is for `https` URLs, `HTTP_PROXY` for `http` URLs, `ALL_PROXY` for those that have none of their own;
/// `NO_PROXY` lists the hosts that are reached without one, separated by commas. A name in lower case wins over the
/// same one in upper case; an empty value counts as none. Nothing is exempt that `NO_PROXY` does not name, this
/// machine neither.
public struct ProxySettings: Hashable, Sendable {
    /// A variable's value is not the URL of an HTTP proxy. The value may hold a password and is not told.
    public struct Malformed: Error, Hashable {
        public let variable: String
    }

    private let secure: ProxyServer?
    private let plain: ProxyServer?
    private let exemptions: [ProxyExemption]

    public init(environment: [String: String] = [:]) throws(Malformed) {
        func value(_ name: String) -> (variable: String, text: String)? {
            for variable in [name.lowercased(), name] {
                if let text = environment[variable]?.trimmingCharacters(in: .whitespaces), !text.isEmpty {
                    return (variable, text)
                }
            }
            return nil
        }
        func server(_ name: String) throws(Malformed) -> ProxyServer? {
            guard let (variable, text) = value(name) ?? value("ALL_PROXY") else { return nil }
            guard let server = ProxyServer(text) else { throw Malformed(variable: variable) }
            return server
        }
        secure = try server("HTTPS_PROXY")
        plain = try server("HTTP_PROXY")
        exemptions = (value("NO_PROXY")?.text ?? "").split { $0 == "," || $0.isWhitespace }
            .compactMap { ProxyExemption($0) }
    }

    /// `nil`: the origin is reached without a proxy.
    func proxy(for origin: Origin) -> ProxyServer? {
        guard !exemptions.contains(where: { $0.covers(origin) }) else { return nil }
        return origin.isSecure ? secure : plain
    }
}

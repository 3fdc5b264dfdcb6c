import Foundation
import HTTPTransport

/// An HTTP proxy.
///
/// The proxy receives requests for `http` URLs in absolute form, and opens a tunnel for `https` URLs (`CONNECT`).
struct ProxyServer: Hashable, Sendable {
    let host: String
    let port: Int
    /// The authorization sent to the proxy as `Proxy-Authorization`.
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

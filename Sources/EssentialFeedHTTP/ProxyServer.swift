import EssentialFeed
import Foundation
import HTTPTransport

/// An HTTP proxy: `http` URLs are asked of it in absolute form, `https` URLs go through a tunnel that it opens
/// (`CONNECT`).
struct ProxyServer: Hashable, Sendable {
    let host: String
    let port: Int
    /// Goes to the proxy as `Proxy-Authorization`.
    let authorization: BasicAuthorization?

    /// Reads `[http://][user:password@]host[:port]`; port 80 where none is given. `nil`: the text is no such URL.
    init?(_ text: String) {
        let text = text.contains("://") ? text : "http://\(text)"
        guard let url = URL(string: text), let origin = Origin(url), origin.scheme == "http",
            (1...65_535).contains(origin.port)
        else { return nil }
        host = origin.host
        port = origin.port
        authorization = BasicAuthorization(userInfoOf: url)
    }
}

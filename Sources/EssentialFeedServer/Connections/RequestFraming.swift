import NIOHTTP1

/// Decides whether the end of a request's body is certain (RFC 9112, 6.3).
///
/// Servers and proxies that disagree on it take one client's bytes for the next client's request.
enum RequestFraming {
    /// Returns whether a body with a transfer coding ends with its last chunk, which HTTP/1.0 doesn't know.
    static func isCertain(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        return codings.isEmpty || head.version == .http1_1 && codings.last?.lowercased() == "chunked"
    }
}

import NIOHTTP1

/// Decides whether a request's body ends unambiguously (RFC 9112, 6.3).
///
/// If a server and a proxy disagree on the end, one client's bytes are taken for the next client's request.
enum RequestFraming {
    /// Returns whether a body with a transfer coding ends with a last chunk, which HTTP/1.0 doesn't support.
    static func isCertain(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        return codings.isEmpty || head.version == .http1_1 && codings.last?.lowercased() == "chunked"
    }
}

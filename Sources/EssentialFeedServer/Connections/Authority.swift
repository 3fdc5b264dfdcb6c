import NIOHTTP1

/// Finds the server that a request is addressed to.
enum Authority {
    /// Returns the head with the authority in its `Host` field, or without the field, which HTTP/1.0 allows.
    ///
    /// Returns `nil` if the field is repeated, or missing in HTTP/1.1.
    static func settled(in head: HTTPRequestHead) -> HTTPRequestHead? {
        let count = head.headers["Host"].count
        guard count == 1 || count == 0 && (head.version.major, head.version.minor) < (1, 1) else { return nil }
        guard let authority = ofTarget(head.uri) else { return head }
        var head = head
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        return head
    }

    /// Returns the authority of a target in absolute form (`http://host:port/path`), which overrides the field.
    private static func ofTarget(_ target: String) -> Substring? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return target[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}

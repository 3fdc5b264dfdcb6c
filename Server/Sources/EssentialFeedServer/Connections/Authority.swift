import NIOHTTP1

/// Determines the server that a request is addressed to.
enum Authority {
    /// Returns the head with the authority in its `Host` field. Without an authority, the field is left out, as
    /// HTTP/1.0 allows.
    ///
    /// Returns `nil` if the field is repeated, if HTTP/1.1 lacks it, or if the target has an empty host or a fragment.
    static func settled(in head: HTTPRequestHead) -> HTTPRequestHead? {
        let count = head.headers["Host"].count
        guard count == 1 || count == 0 && (head.version.major, head.version.minor) < (1, 1) else { return nil }
        guard !head.uri.utf8.contains(UInt8(ascii: "#")) else { return nil }
        guard let authority = ofTarget(head.uri) else { return head }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
        var head = head
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        return head
    }

    /// Returns the authority of a target in absolute form (`http://host:port/path`), which overrides the `Host` field.
    private static func ofTarget(_ target: String) -> Substring? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return target[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}

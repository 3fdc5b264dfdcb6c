import NIOHTTP1

/// Whom a request is for.
enum Authority {
    /// The head with one `Host` field that says whom the request is for, or with none, which HTTP/1.0 allows.
    /// - Returns: `nil` for a request that says it more than once, or not at all where it has to.
    static func settled(in head: HTTPRequestHead) -> HTTPRequestHead? {
        let count = head.headers.count { name, _ in name.utf8.count == 4 && name.lowercased() == "host" }
        guard count == 1 || count == 0 && (head.version.major, head.version.minor) < (1, 1) else { return nil }
        guard let authority = ofTarget(head.uri) else { return head }
        var head = head
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        return head
    }

    /// That of a target in absolute form, `http://host:port/path`, which counts instead of the field's.
    private static func ofTarget(_ target: String) -> Substring? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return target[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}

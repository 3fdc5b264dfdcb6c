public import Foundation
public import HTTPTransport

/// The base of a server's URLs: configuration, not code (B054). Its user info goes out as Basic authorisation and
/// nowhere else (N011).
public struct ServerAddress: Hashable, Sendable {
    private let base: URLComponents

    /// A trailing slash makes no difference (B056).
    public init(_ text: String) throws(ServerAddressError) {
        guard var base = URLComponents(string: text), let scheme = base.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = base.host, !host.isEmpty,
            base.query == nil, base.fragment == nil
        else { throw ServerAddressError(text) }
        // The path is set once: each time costs its length.
        let path = base.percentEncodedPath.utf8
        let end = path.lastIndex { $0 != UInt8(ascii: "/") }
        base.percentEncodedPath = end.map { String(path[...$0]) ?? "" } ?? ""
        base.scheme = scheme
        guard let url = base.url, Origin(url) != nil else { throw ServerAddressError(text) }
        self.base = base
    }

    /// The feed's first page, or the page after the image with the given id (B050, B051).
    public func feed(after cursor: UUID? = nil) -> URL {
        var query = [URLQueryItem(name: FeedQuery.limitName, value: String(FeedQuery.defaultLimit))]
        if let cursor { query.append(URLQueryItem(name: FeedQuery.cursorName, value: cursor.uuidString)) }
        return url(.feed, query: query)
    }

    /// The comments of an image (B053).
    public func comments(imageID: UUID) -> URL {
        url(.comments(imageID: imageID))
    }

    /// Scheme, user info, host, port and path of the base are kept (B055).
    public func url(_ route: Route, query: [URLQueryItem]? = nil) -> URL {
        var components = base
        components.percentEncodedPath += route.path
        components.queryItems = query
        guard let url = components.url else { preconditionFailure("a base and a route make a URL: \(components)") }
        return url
    }

    /// The base as people and logs may see it: without user info (N011).
    public var displayText: String {
        var components = base
        components.user = nil
        components.password = nil
        return components.string ?? ""
    }

    /// What names this server among others: the base without its password, the host in lower case.
    public var identity: String {
        var components = base
        components.password = nil
        components.encodedHost = components.encodedHost?.lowercased()
        let standardPort = components.scheme == "https" ? 443 : 80
        if components.port == standardPort { components.port = nil }
        return components.string ?? ""
    }

    /// Who the server is, among those that a URL may lead to.
    public var origin: Origin? { base.url.flatMap(Origin.init) }

    /// What the server is told of who asks; `nil` where the base has no user info (N011).
    public var authorization: BasicAuthorization? { BasicAuthorization(userInfoOf: base) }

    /// The host as it is in the base.
    public var host: String { base.host ?? "" }
}

/// A text is not the base of a server's URLs: not an absolute `http` or `https` URL with a host, or one with a query or a
/// fragment.
public struct ServerAddressError: Error, Hashable {
    /// The text without what stands between its scheme and its last `@`, which may contain a password.
    public let text: String

    /// - Parameter text: The text as it was given, with or without a password.
    public init(_ text: String) {
        guard let at = text.lastIndex(of: "@") else {
            self.text = text
            return
        }
        // A scheme other than http looks like a user name unless slashes follow it.
        let scheme = text.prefixMatch(of: /(?:[Hh][Tt][Tt][Pp][Ss]?:\/*|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/)?.output ?? ""
        self.text = String(scheme + text[text.index(after: at)...])
    }
}

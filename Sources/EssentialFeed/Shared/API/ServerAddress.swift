public import Foundation
public import HTTPTransport

/// The base of a server's URLs. User info is sent as Basic authorization and isn't shown in descriptions.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private var base: URLComponents
    private var hasSecretPath = false

    /// The end of an invitation's link, before the name and the secret.
    package static let joinMark = "/join#"

    /// Creates an address. A trailing slash is ignored.
    ///
    /// The link of an invitation, `https://host/join#NAME:SECRET`, is the address `https://NAME:SECRET@host`.
    /// - Throws: ``ServerAddressError`` if the text isn't an absolute `http` or `https` URL with a host, or has a query
    ///   or another fragment.
    public init(_ text: String) throws(ServerAddressError) {
        guard var base = Self.components(text), let scheme = base.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = base.host, !host.isEmpty,
            base.query == nil, base.fragment == nil
        else { throw ServerAddressError(text) }
        // The path is set only once, because setting it takes time proportional to its length.
        let path = base.percentEncodedPath.utf8
        let end = path.lastIndex { $0 != UInt8(ascii: "/") }
        base.percentEncodedPath = end.map { String(path[...$0]) ?? "" } ?? ""
        base.scheme = scheme
        guard let url = base.url, Origin(url) != nil else { throw ServerAddressError(text) }
        self.base = base
    }

    private static func components(_ text: String) -> URLComponents? {
        guard let mark = text.firstRange(of: joinMark) else { return URLComponents(string: text) }
        let signIn = text[mark.upperBound...].split(separator: ":", omittingEmptySubsequences: false)
        guard signIn.count == 2, let name = signIn[0].removingPercentEncoding,
            var base = URLComponents(string: String(text[..<mark.lowerBound])), base.user == nil
        else { return nil }
        base.user = name
        base.password = String(signIn[1])
        return base
    }

    /// Returns the URL of the feed's first page, or of the page after the image with the given id.
    public func feed(after cursor: UUID? = nil) -> URL {
        var query = [URLQueryItem(name: FeedQuery.limitName, value: String(FeedQuery.defaultLimit))]
        if let cursor { query.append(URLQueryItem(name: FeedQuery.cursorName, value: cursor.uuidString)) }
        return url(.feed, query: query)
    }

    /// Returns the URL of an image's comments.
    public func comments(imageID: UUID) -> URL { url(.comments(imageID: imageID)) }

    func comment(_ id: UUID, imageID: UUID) -> URL {
        comments(imageID: imageID).appending(component: id.uuidString)
    }

    /// Returns the URL of a route, with the scheme, user info, host, port and path of the base.
    package func url(_ route: Route, query: [URLQueryItem]? = nil) -> URL {
        var components = base
        components.percentEncodedPath += route.path
        components.queryItems = query
        guard let url = components.url else { preconditionFailure("a base and a route make a URL: \(self)") }
        return url
    }

    /// The base without user info and without a secret path, for display and logs.
    public var displayText: String {
        var shown = withoutUserInfo.base
        if hasSecretPath { shown.percentEncodedPath = "" }
        return shown.string ?? ""
    }

    public var description: String { displayText }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// A text that identifies this server: the base without user info, with the host in lower case.
    public var identity: String {
        var components = withoutUserInfo.base
        components.encodedHost = components.encodedHost?.lowercased()
        let standardPort = components.scheme == "https" ? 443 : 80
        if components.port == standardPort { components.port = nil }
        return components.string ?? ""
    }

    /// The origin of the base.
    public var origin: Origin? { base.url.flatMap(Origin.init) }

    /// The authorization to send to the server; `nil` if the base has no user info.
    public var authorization: BasicAuthorization? { BasicAuthorization(userInfoOf: base) }

    /// The address without user info.
    public var withoutUserInfo: ServerAddress {
        var address = self
        address.base.user = nil
        address.base.password = nil
        return address
    }

    /// The address with its path kept out of display and logs: anyone who has the path may use the server.
    package var withSecretPath: ServerAddress {
        var address = self
        address.hasSecretPath = true
        return address
    }

    /// The host as written in the base.
    public var host: String { base.host ?? "" }
}

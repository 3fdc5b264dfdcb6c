package import Foundation

/// The contract's paths below the base URL, for client and server.
package enum Route: Hashable, Sendable {
    case feed
    case comments(imageID: UUID)
    /// An image's data, at the path of this project's server. Clients always take image URLs from the feed instead.
    case image(id: UUID)

    /// The path, with ids in upper case.
    package var path: String {
        switch self {
        case .feed: "/feed"
        case .comments(let id): "/image/\(id.uuidString)/comments"
        case .image(let id): "/image/\(id.uuidString)"
        }
    }

    /// Creates the route of a path below the base URL, or returns `nil` if the contract has no such path. Ids may be in
    /// any case.
    package init?(path: some StringProtocol) {
        let path = String(path)
        if path == Route.feed.path {
            self = .feed
            return
        }
        // The path isn't split at its slashes, which would be slower: a server runs this code for every request.
        let (prefix, lengthOfID) = ("/image/".utf8, UUID.textLength)
        guard path.utf8.starts(with: prefix) else { return nil }
        let rest = path.utf8.dropFirst(prefix.count)
        guard let text = String(rest.prefix(lengthOfID)), let id = UUID(exactly: text) else { return nil }
        switch String(rest.dropFirst(lengthOfID)) {
        case "": self = .image(id: id)
        case "/comments": self = .comments(imageID: id)
        default: return nil
        }
    }
}

extension UUID {
    package static let textLength = 36

    /// Reads another program's id. Foundation's initializer ignores everything after a zero byte.
    package init?(exactly text: some StringProtocol) {
        guard text.utf8.count == Self.textLength else { return nil }
        self.init(uuidString: String(text))
    }
}

extension KeyedDecodingContainer {
    /// Decodes an id that another program has sent.
    package func decodeID(forKey key: Key) throws -> UUID {
        guard let id = UUID(exactly: try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not an id")
        }
        return id
    }

    /// Decodes an id that another program may have sent; `nil` if it is missing or `null`.
    package func decodeIDIfPresent(forKey key: Key) throws -> UUID? {
        try decodeIfPresent(String.self, forKey: key) == nil ? nil : decodeID(forKey: key)
    }
}

/// The query of a feed request.
package enum FeedQuery {
    package static let limitName = "limit"
    /// The name of the query item with the id of the image that the page begins after.
    package static let cursorName = "after_id"
    package static let defaultLimit = 10

    /// Returns whether pages that have just been loaded reach the feed's end: the last one is short.
    package static func reachesEnd(_ count: Int) -> Bool { count == 0 || count % defaultLimit != 0 }
}

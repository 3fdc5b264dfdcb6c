public import Foundation

/// The paths of the contract, below the base: what the client asks for is what the server answers.
public enum Route: Hashable, Sendable {
    case feed
    case comments(imageID: UUID)
    /// The bytes of an image, as our own server names them. Clients take image URLs from the feed, never from here.
    case image(id: UUID)

    /// Ids go out as upper-case text (B052).
    public var path: String {
        switch self {
        case .feed: "/feed"
        case .comments(let id): "/image/\(id.uuidString)/comments"
        case .image(let id): "/image/\(id.uuidString)"
        }
    }

    /// The route of a path below the base; ids in any case. `nil`: the contract has no such path.
    public init?(path: some StringProtocol) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "", parts.count >= 2 else { return nil }
        switch (parts[1], parts.count) {
        case ("feed", 2): self = .feed
        case ("image", 3):
            guard let id = UUID(uuidString: String(parts[2])) else { return nil }
            self = .image(id: id)
        case ("image", 4) where parts[3] == "comments":
            guard let id = UUID(uuidString: String(parts[2])) else { return nil }
            self = .comments(imageID: id)
        default: return nil
        }
    }
}

/// The query of a feed request (B050, B051).
public enum FeedQuery {
    public static let limitName = "limit"
    public static let cursorName = "after_id"
    /// How many images a page has where nothing is said.
    public static let defaultLimit = 10
}

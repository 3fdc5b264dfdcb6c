public import Foundation

/// The paths of the contract below the base, for client and server.
public enum Route: Hashable, Sendable {
    /// A page of the feed.
    case feed
    /// The comments of an image.
    case comments(imageID: UUID)
    /// An image's data, at the path that this project's server uses. Clients take image URLs from the feed, never from
    /// here.
    case image(id: UUID)

    /// The path, with ids in upper case.
    public var path: String {
        switch self {
        case .feed: "/feed"
        case .comments(let id): "/image/\(id.uuidString)/comments"
        case .image(let id): "/image/\(id.uuidString)"
        }
    }

    /// Returns the route of a path below the base, whose ids may be in any case, or `nil` if the contract has no such
    /// path.
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

/// The query of a feed request.
public enum FeedQuery {
    /// The name of the item that says how many images a page may have.
    public static let limitName = "limit"
    /// The name of the item with the id of the image that the page begins after.
    public static let cursorName = "after_id"
    /// How many images a page has by default.
    public static let defaultLimit = 10
}

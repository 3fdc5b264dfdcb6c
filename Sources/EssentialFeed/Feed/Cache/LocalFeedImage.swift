public import Foundation

/// A feed image as a store keeps it, so that the stores do not depend on what the feed looks like to people (B004).
public struct LocalFeedImage: Hashable, Sendable {
    public let id: UUID
    public let description: String?
    public let location: String?
    public let url: URL

    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }

    public init(_ image: FeedImage) {
        self.init(id: image.id, description: image.description, location: image.location, url: image.url)
    }

    /// The same four fields as a feed image.
    public var model: FeedImage {
        FeedImage(id: id, description: description, location: location, url: url)
    }
}

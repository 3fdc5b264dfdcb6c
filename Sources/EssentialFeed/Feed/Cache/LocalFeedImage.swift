public import Foundation

/// A feed image as stores hold it, so that they don't depend on how the feed is presented.
public struct LocalFeedImage: Hashable, Sendable {
    /// The image's id.
    public let id: UUID
    /// What the image shows, if the feed says so.
    public let description: String?
    /// Where the image was taken, if the feed says so.
    public let location: String?
    /// Where the image's data is.
    public let url: URL

    /// Creates a feed image for a store.
    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }

    /// Copies the four fields of a feed image.
    public init(_ image: FeedImage) {
        self.init(id: image.id, description: image.description, location: image.location, url: image.url)
    }

    /// The feed image with the same four fields.
    public var model: FeedImage {
        FeedImage(id: id, description: description, location: location, url: url)
    }
}

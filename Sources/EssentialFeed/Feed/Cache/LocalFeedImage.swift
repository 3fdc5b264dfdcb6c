public import Foundation
public import ImageFormats

/// A feed image for stores, so they don't depend on how the feed is presented.
public struct LocalFeedImage: Hashable, Sendable {
    /// The image's id.
    public let id: UUID
    /// What the image shows, if the feed contains a description.
    public let description: String?
    /// Where the image was taken, if the feed contains a location.
    public let location: String?
    /// The URL of the image's data.
    public let url: URL
    /// The size of the upright picture at ``url``, if the feed contains it.
    public var pixelSize: PixelSize?
    /// A ThumbHash of the image, if the feed contains one.
    public var placeholder: Data?
    /// When the image was taken, if the feed contains the time.
    public var createdAt: Date?
    /// Who took the image, if the feed contains an author.
    public var author: String?
    /// The same image in several sizes, if the feed offers any.
    public var variants: [ImageVariant] = []
    /// The number of comments, if the feed contains it.
    public var commentCount: Int?
    /// What the picture shows, in words for people who can't see it, if the feed contains them.
    public var alternative: String?

    /// Creates a feed image for a store, with the fields of the feed's contract.
    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }

    /// Copies the fields of a feed image.
    public init(_ image: FeedImage) {
        self.init(id: image.id, description: image.description, location: image.location, url: image.url)
        (pixelSize, placeholder, createdAt) = (image.pixelSize, image.placeholder, image.createdAt)
        (author, variants) = (image.author, image.variants)
        (commentCount, alternative) = (image.commentCount, image.alternative)
    }

    /// The feed image with the same fields.
    public var model: FeedImage {
        FeedImage(
            id: id, description: description, location: location, url: url, pixelSize: pixelSize,
            placeholder: placeholder, createdAt: createdAt, author: author, variants: variants,
            commentCount: commentCount, alternative: alternative)
    }
}

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
    public let pixelSize: PixelSize?
    /// A ThumbHash of the image, if the feed contains one.
    public let placeholder: Data?
    /// When the image was taken, if the feed contains the time.
    public let createdAt: Date?
    /// Who took the image, if the feed contains an author.
    public let author: String?
    /// The same image in several sizes, if the feed offers any.
    public let variants: [ImageVariant]
    /// The number of comments, if the feed contains it.
    public let commentCount: Int?
    /// What the picture shows, in words for people who can't see it, if the feed contains them.
    public let alternative: String?

    /// Creates a feed image for a store.
    public init(
        id: UUID, description: String? = nil, location: String? = nil, url: URL, pixelSize: PixelSize? = nil,
        placeholder: Data? = nil, createdAt: Date? = nil, author: String? = nil, variants: [ImageVariant] = [],
        commentCount: Int? = nil, alternative: String? = nil
    ) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
        self.pixelSize = pixelSize
        self.placeholder = placeholder
        self.createdAt = createdAt
        self.author = author
        self.variants = variants
        self.commentCount = commentCount
        self.alternative = alternative
    }

    /// Copies the fields of a feed image.
    public init(_ image: FeedImage) {
        self.init(
            id: image.id, description: image.description, location: image.location, url: image.url,
            pixelSize: image.pixelSize, placeholder: image.placeholder, createdAt: image.createdAt,
            author: image.author, variants: image.variants, commentCount: image.commentCount,
            alternative: image.alternative)
    }

    /// The feed image with the same fields.
    public var model: FeedImage {
        FeedImage(
            id: id, description: description, location: location, url: url, pixelSize: pixelSize,
            placeholder: placeholder, createdAt: createdAt, author: author, variants: variants,
            commentCount: commentCount, alternative: alternative)
    }
}

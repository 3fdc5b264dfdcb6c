public import Foundation
import HTTPTransport
public import ImageFormats

/// An image of the feed. Two images are equal only if all of their fields are.
public struct FeedImage: Hashable, Sendable, Identifiable {
    /// The image's id, unique in a feed.
    public let id: UUID
    /// The content of the image, if the feed contains a description.
    public let description: String?
    /// Where the image was taken, if the feed contains a location.
    public let location: String?
    /// The URL of the image's data. URLs of images from a server are ``isLoadable(_:)``.
    public let url: URL
    /// The size of the upright picture at ``url``, if the feed contains it.
    public let pixelSize: PixelSize?
    /// A ThumbHash for drawing a blurred placeholder, if the feed contains one.
    public let placeholder: Data?
    /// When the image was taken, if the feed contains the time.
    public let createdAt: Date?
    /// The person who took the image, if the feed contains an author.
    public let author: String?
    /// The same image in several sizes, if the feed offers any; they may include the one at ``url``.
    public let variants: [ImageVariant]
    /// The number of comments, if the feed contains it.
    public let commentCount: Int?
    /// The content of the picture, in words for people who can't see it, if the feed contains them.
    public let alternative: String?
    /// The size of the upright picture in the cached image data, if it was cached before the image was shown. A store
    /// adds it to an image that it returns.
    public internal(set) var measuredSize: PixelSize?

    /// Creates an image of a feed.
    public init(
        id: UUID, description: String? = nil, location: String? = nil, url: URL, pixelSize: PixelSize? = nil,
        placeholder: Data? = nil, createdAt: Date? = nil, author: String? = nil, variants: [ImageVariant] = [],
        commentCount: Int? = nil, alternative: String? = nil, measuredSize: PixelSize? = nil
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
        self.measuredSize = measuredSize
    }
}

extension FeedImage {
    /// The size that gives the image its shape on the screen: the feed's size or else the measured one.
    public var shownSize: PixelSize? { pixelSize ?? measuredSize }

    /// The image as the server described it.
    var unmeasured: FeedImage {
        var image = self
        image.measuredSize = nil
        return image
    }
}

extension [FeedImage] {
    /// Returns the images, those without a size in the feed with the measured size of the known image with the same id
    /// and URL; `nil` if that wasn't measured.
    func keepingShapes(of known: [FeedImage]) -> [FeedImage] {
        guard contains(where: { $0.pixelSize == nil }) else { return self }
        let known = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return map { image in
            guard image.pixelSize == nil, let known = known[image.id], known.url == image.url else { return image }
            var image = image
            image.measuredSize = known.measuredSize
            return image
        }
    }
}

extension FeedImage {
    /// Returns whether an image may be loaded from the URL: an absolute `http` or `https` URL with a host, with no port
    /// or one from 1 to 65,535, and without user info.
    public static func isLoadable(_ url: URL) -> Bool {
        Origin.isPlain(url.absoluteString) || Origin(url) != nil && url.user() == nil && url.password() == nil
    }
}

/// One of a server's sizes of an image.
public struct ImageVariant: Hashable, Sendable {
    /// The URL of the variant's data.
    public let url: URL
    /// The size of the upright picture.
    public let size: PixelSize

    /// Creates a variant of an image.
    public init(url: URL, size: PixelSize) {
        self.url = url
        self.size = size
    }
}

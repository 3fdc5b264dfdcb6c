public import Foundation
import HTTPTransport
public import ImageFormats

/// An image of the feed. Two images are equal only if all of their fields are.
public struct FeedImage: Hashable, Sendable, Identifiable {
    /// The image's id, which is unique in a feed.
    public let id: UUID
    /// What the image shows, if the feed contains a description.
    public let description: String?
    /// Where the image was taken, if the feed contains a location.
    public let location: String?
    /// The URL of the image's data. URLs of images from a server are ``isLoadable(_:)``.
    public let url: URL
    /// The size of the upright picture at ``url``, if the feed contains it.
    public let pixelSize: PixelSize?
    /// A ThumbHash, which a blurred placeholder can be drawn from, if the feed contains one.
    public let placeholder: Data?
    /// When the image was taken, if the feed contains the time.
    public let createdAt: Date?
    /// Who took the image, if the feed contains an author.
    public let author: String?
    /// The same image in several sizes, if the feed offers any; they may include the one at ``url``.
    public let variants: [ImageVariant]
    /// The number of comments, if the feed contains it.
    public let commentCount: Int?
    /// The size of the upright picture in the cached image data, if it was cached before the image was shown.
    public internal(set) var measuredSize: PixelSize?

    /// Creates an image of a feed.
    public init(
        id: UUID, description: String? = nil, location: String? = nil, url: URL, pixelSize: PixelSize? = nil,
        placeholder: Data? = nil, createdAt: Date? = nil, author: String? = nil, variants: [ImageVariant] = [],
        commentCount: Int? = nil, measuredSize: PixelSize? = nil
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
        self.measuredSize = measuredSize
    }
}

extension FeedImage {
    /// The size that gives the image its shape on the screen: the feed's size or else the measured one.
    public var shownSize: PixelSize? { pixelSize ?? measuredSize }
}

extension FeedImage {
    /// Returns whether an image may be loaded from the URL: an absolute `http` or `https` URL with a host, with no port
    /// or one from 1 to 65,535, and without user info.
    public static func isLoadable(_ url: URL) -> Bool {
        Origin.isPlain(url.absoluteString) || Origin(url) != nil && url.user() == nil && url.password() == nil
    }
}

/// One of the sizes in which a server offers an image.
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

/// The limits of an image's optional fields. Fields beyond the limits are left out of images from a server and count as
/// damage in a store.
package enum FeedImageLimits {
    /// The maximum number of variants of an image; more than a server has reason to offer.
    package static let variants = 16
    /// The longest URL of a variant, in bytes.
    package static let variantURLBytes = 4_096

    private static let sides = 1...1_000_000
    /// A ThumbHash has at least five bytes and at most 25.
    private static let placeholderBytes = 5...25
    private static let authorBytes = 1...1_000
    private static let commentCounts = 0...1_000_000_000

    /// Returns the size, or `nil` if a side is missing or out of range.
    package static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Returns whether bytes can be a ThumbHash.
    package static func allow(placeholder: Data) -> Bool { placeholderBytes.contains(placeholder.count) }

    /// Returns whether a name isn't empty or too long.
    package static func allow(author: String) -> Bool { authorBytes.contains(author.utf8.count) }

    /// Returns whether a number can be a number of comments.
    package static func allow(commentCount: Int) -> Bool { commentCounts.contains(commentCount) }

    /// Returns the URL of a variant, or `nil` if the text is too long or isn't the URL of a loadable image.
    package static func variantURL(_ text: String) -> URL? {
        guard text.utf8.count <= variantURLBytes, let url = URL(string: text), FeedImage.isLoadable(url) else {
            return nil
        }
        return url
    }
}

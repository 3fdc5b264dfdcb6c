public import Foundation
import HTTPTransport
public import ImageFormats

/// An image of the feed. Two are equal only if all of their fields are.
public struct FeedImage: Hashable, Sendable, Identifiable {
    /// The image's id, which is unique in a feed.
    public let id: UUID
    /// What the image shows, if the feed says so.
    public let description: String?
    /// Where the image was taken, if the feed says so.
    public let location: String?
    /// Where the image's data is. Images from a server have URLs that are ``isLoadable(_:)``.
    public let url: URL
    /// The size of the upright picture at ``url``, if the feed says so.
    public let pixelSize: PixelSize?
    /// A ThumbHash, from which a blurred picture of the image can be drawn, if the feed has one.
    public let placeholder: Data?
    /// When the image was taken, if the feed says so.
    public let createdAt: Date?
    /// Who took the image, if the feed says so.
    public let author: String?
    /// The same image in several sizes, if the feed offers any; the one at ``url`` may be among them.
    public let variants: [ImageVariant]
    /// The size of the upright picture in the cached image data, if it was cached before the image was shown.
    public internal(set) var measuredSize: PixelSize?

    /// Creates an image of a feed.
    public init(
        id: UUID, description: String? = nil, location: String? = nil, url: URL, pixelSize: PixelSize? = nil,
        placeholder: Data? = nil, createdAt: Date? = nil, author: String? = nil, variants: [ImageVariant] = [],
        measuredSize: PixelSize? = nil
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
        self.measuredSize = measuredSize
    }
}

extension FeedImage {
    /// The size that gives the image its shape on the screen: what the feed says, or else what was measured.
    public var shownSize: PixelSize? { pixelSize ?? measuredSize }
}

extension FeedImage {
    /// Returns whether an image may be loaded from the URL: an absolute `http` or `https` URL with a host, with no port
    /// or one from 1 to 65,535, and without user info.
    public static func isLoadable(_ url: URL) -> Bool {
        Origin.isPlain(url.absoluteString) || Origin(url) != nil && url.user() == nil && url.password() == nil
    }
}

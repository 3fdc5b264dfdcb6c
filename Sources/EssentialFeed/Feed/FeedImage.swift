public import Foundation
import HTTPTransport

/// An image of the feed. Two are equal only if all four fields are.
public struct FeedImage: Hashable, Sendable, Identifiable {
    /// The image's id, which is unique in a feed.
    public let id: UUID
    /// What the image shows, if the feed says so.
    public let description: String?
    /// Where the image was taken, if the feed says so.
    public let location: String?
    /// Where the image's data is. Images from a server have URLs that are ``isLoadable(_:)``.
    public let url: URL

    /// Creates an image of a feed.
    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }
}

extension FeedImage {
    /// Returns whether an image may be loaded from the URL: an absolute `http` or `https` URL with a host, with no port
    /// or one from 1 to 65,535, and without user info.
    public static func isLoadable(_ url: URL) -> Bool {
        Origin.isPlain(url.absoluteString) || Origin(url) != nil && url.user() == nil && url.password() == nil
    }
}

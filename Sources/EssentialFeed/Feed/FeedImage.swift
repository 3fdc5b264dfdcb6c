public import Foundation
import HTTPTransport

/// One image of the feed (B001). Two are equal only if all four fields are (B002).
public struct FeedImage: Hashable, Sendable, Identifiable {
    public let id: UUID
    public let description: String?
    public let location: String?
    /// Where the image's bytes are. One that came through the mapper is ``isLoadable(_:)`` (B024).
    public let url: URL

    public init(id: UUID, description: String? = nil, location: String? = nil, url: URL) {
        self.id = id
        self.description = description
        self.location = location
        self.url = url
    }
}

extension FeedImage {
    /// Whether an image may be loaded from the URL: absolute, `http` or `https`, with a host, a port from 1 to 65,535
    /// or none, and without user info.
    public static func isLoadable(_ url: URL) -> Bool {
        Origin.isPlain(url.absoluteString) || Origin(url) != nil && url.user() == nil && url.password() == nil
    }
}

public import Foundation

/// A server's feed: its pages in order, each with its own load time. A feed without images is a feed, too.
public struct Feed: Hashable, Sendable {
    /// The images that were loaded with one request.
    public struct Page: Hashable, Sendable {
        /// The images in the order of the feed.
        public let images: [FeedImage]
        /// When the page was loaded from the server.
        public let loadedAt: Date

        /// Creates a page of images that were loaded together.
        public init(images: [FeedImage], loadedAt: Date) {
            self.images = images
            self.loadedAt = loadedAt
        }
    }

    /// The first page, which always exists, and the later pages in the order of the feed.
    public let pages: [Page]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request.
    public let entityTag: String?

    /// Creates a feed of pages.
    /// - Precondition: There is a first page.
    public init(pages: [Page], entityTag: String? = nil) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages
        self.entityTag = entityTag
    }

    /// Creates a feed of one page.
    public init(images: [FeedImage], loadedAt: Date, entityTag: String? = nil) {
        self.init(pages: [Page(images: images, loadedAt: loadedAt)], entityTag: entityTag)
    }

    /// The images of all pages.
    public var images: [FeedImage] { pages.flatMap(\.images) }
    /// When the first page was loaded from the server.
    public var loadedAt: Date { pages[0].loadedAt }

    /// Returns the feed with one more page.
    func appending(_ images: [FeedImage], loadedAt: Date) -> Feed {
        Feed(pages: pages + [Page(images: images, loadedAt: loadedAt)], entityTag: entityTag)
    }
}

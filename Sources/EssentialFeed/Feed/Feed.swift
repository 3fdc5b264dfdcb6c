public import Foundation

/// A server's feed: its pages in order, each with its own load time. A feed without images is a feed, too.
public struct Feed: Hashable, Sendable {
    /// The images that were loaded with one request.
    public struct Page: Hashable, Sendable {
        /// The images in the order of the feed.
        public let images: [FeedImage]
        /// When the page was loaded from the server.
        public let loadedAt: Date
        /// Whether the server is known to have had no further image.
        public let isEnd: Bool

        /// Creates a page of images that were loaded together.
        public init(images: [FeedImage], loadedAt: Date, isEnd: Bool = false) {
            self.images = images
            self.loadedAt = loadedAt
            self.isEnd = isEnd
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
    /// Whether the server is known to have no further page. A short first page is the only one.
    public var isWhole: Bool { pages[pages.count - 1].isEnd || images.count < FeedQuery.defaultLimit }

    func appending(_ page: Page) -> Feed { Feed(pages: pages + [page], entityTag: entityTag) }

    /// Returns the feed after the server had nothing behind its last page.
    func ended() -> Feed {
        let last = pages[pages.count - 1]
        let end = Page(images: last.images, loadedAt: last.loadedAt, isEnd: true)
        return Feed(pages: pages.dropLast() + [end], entityTag: entityTag)
    }
}

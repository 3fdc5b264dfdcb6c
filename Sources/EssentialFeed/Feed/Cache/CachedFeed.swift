public import Foundation

/// A server's feed: pages, each with its own load time. An empty feed is a feed like any other; in a cache, it isn't the
/// same as no cached feed.
public struct CachedFeed: Hashable, Sendable {
    /// The first page, which always exists, and the later pages in the order of the feed.
    public let pages: [CachedFeedPage]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request.
    public let entityTag: String?

    /// Creates a feed of pages. Later pages without images are left out.
    /// - Precondition: There is a first page.
    public init(pages: [CachedFeedPage], entityTag: String? = nil) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages.prefix(1) + pages.dropFirst().filter { !$0.images.isEmpty }
        self.entityTag = entityTag
    }

    /// Creates a feed of a first page and later ones. Later pages without images are left out.
    public init(
        images: [FeedImage], loadedAt: Date, entityTag: String? = nil, laterPages: [CachedFeedPage] = []
    ) {
        self.init(pages: [CachedFeedPage(images: images, loadedAt: loadedAt)] + laterPages, entityTag: entityTag)
    }

    /// The images of all pages.
    public var images: [FeedImage] { pages.flatMap(\.images) }
    /// When the first page was loaded from the server.
    public var loadedAt: Date { pages[0].loadedAt }
    /// Whether the server is known to have no further page. A short first page is the only one.
    public var isWhole: Bool { pages[pages.count - 1].isEnd || images.count < FeedQuery.defaultLimit }
}

extension CachedFeed {
    /// Returns the valid part of the feed: the pages before the first expired one. Pages behind an expired page would
    /// leave a gap. Returns `nil` if the first page has expired.
    func valid(at now: Date) -> CachedFeed? {
        let valid = pages.prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return valid.isEmpty ? nil : CachedFeed(pages: Array(valid), entityTag: entityTag)
    }

    func appending(_ more: [CachedFeedPage]) -> CachedFeed { CachedFeed(pages: pages + more, entityTag: entityTag) }

    /// Returns the feed after the server had nothing behind its last page.
    func ended() -> CachedFeed {
        let last = pages[pages.count - 1]
        let end = CachedFeedPage(images: last.images, loadedAt: last.loadedAt, isEnd: true)
        return CachedFeed(pages: pages.dropLast() + [end], entityTag: entityTag)
    }

    /// Returns the valid pages after the given images in this feed, each with its own load time.
    ///
    /// Returns an empty array if images may be missing in between. No images are missing if this feed contains the last
    /// of the given images and has all shared images in the same order.
    func pages(after images: [FeedImage], at now: Date) -> [CachedFeedPage] {
        let places = Dictionary(self.images.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let last = images.last.flatMap({ places[$0.id] }) else { return [] }
        let known = images.compactMap { places[$0.id] }
        guard zip(known, known.dropFirst()).allSatisfy(<) else { return [] }
        var passed = last + 1
        var behind: [CachedFeedPage] = []
        for page in pages {
            let rest = Array(page.images.dropFirst(passed))
            passed = max(0, passed - page.images.count)
            guard !rest.isEmpty else { continue }
            guard FeedCachePolicy.isValid(page.loadedAt, at: now) else { break }
            behind.append(CachedFeedPage(images: rest, loadedAt: page.loadedAt, isEnd: page.isEnd))
        }
        return behind
    }
}

/// A part of a feed loaded from the server with one request.
public struct CachedFeedPage: Hashable, Sendable {
    /// The images in the order of the feed.
    public let images: [FeedImage]
    /// When the page was loaded from the server.
    public let loadedAt: Date
    /// Whether the server is known to have had no further image.
    public let isEnd: Bool

    /// Creates a page of images loaded together.
    public init(images: [FeedImage], loadedAt: Date, isEnd: Bool = false) {
        self.images = images
        self.loadedAt = loadedAt
        self.isEnd = isEnd
    }
}

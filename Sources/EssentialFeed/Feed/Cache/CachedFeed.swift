public import Foundation

/// A server's feed in the cache: pages, each with its own load time. An empty feed is cached like any other; it isn't
/// the same as no cached feed.
public struct CachedFeed: Hashable, Sendable {
    /// The first page, which always exists, and the later pages in the order of the feed.
    public let pages: [CachedFeedPage]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request.
    public let entityTag: String?
    /// Picture sizes missing from the feed, measured in the cached image data, by image id.
    ///
    /// A store adds them to a feed it returns and ignores them in a feed it saves.
    public let measuredSizes: [UUID: MeasuredSize]

    /// Creates a feed of pages. Later pages without images are left out.
    /// - Precondition: There is a first page.
    public init(pages: [CachedFeedPage], entityTag: String? = nil, measuredSizes: [UUID: MeasuredSize] = [:]) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages.prefix(1) + pages.dropFirst().filter { !$0.images.isEmpty }
        self.entityTag = entityTag
        self.measuredSizes = measuredSizes
    }

    /// Creates a feed of a first page and later ones. Later pages without images are left out.
    public init(
        images: [LocalFeedImage], loadedAt: Date, entityTag: String? = nil, laterPages: [CachedFeedPage] = [],
        measuredSizes: [UUID: MeasuredSize] = [:]
    ) {
        self.init(
            pages: [CachedFeedPage(images: images, loadedAt: loadedAt)] + laterPages, entityTag: entityTag,
            measuredSizes: measuredSizes)
    }

    /// The images of all pages.
    public var images: [LocalFeedImage] { pages.flatMap(\.images) }
    /// When the first page was loaded from the server.
    public var loadedAt: Date { pages[0].loadedAt }
}

extension CachedFeed {
    init(_ feed: Feed) {
        self.init(
            pages: feed.pages.map {
                CachedFeedPage(images: $0.images.map(LocalFeedImage.init), loadedAt: $0.loadedAt, isEnd: $0.isEnd)
            }, entityTag: feed.entityTag)
    }

    var feed: Feed {
        Feed(
            pages: pages.map {
                Feed.Page(images: measured($0.images.map(\.model)), loadedAt: $0.loadedAt, isEnd: $0.isEnd)
            }, entityTag: entityTag)
    }

    package var isWhole: Bool { feed.isWhole }

    func measured(_ images: [FeedImage]) -> [FeedImage] {
        guard !measuredSizes.isEmpty else { return images }
        return images.map { image in
            var image = image
            if image.pixelSize == nil, let measured = measuredSizes[image.id], measured.url == image.url {
                image.measuredSize = measured.size
            }
            return image
        }
    }

    /// Returns the valid part of the feed: the pages before the first expired one. Pages behind an expired page would
    /// leave a gap. Returns `nil` if the first page has expired.
    func valid(at now: Date) -> CachedFeed? {
        let valid = pages.prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return valid.isEmpty ? nil : CachedFeed(pages: Array(valid), entityTag: entityTag, measuredSizes: measuredSizes)
    }

    func appending(_ more: [CachedFeedPage]) -> CachedFeed {
        CachedFeed(pages: pages + more, entityTag: entityTag, measuredSizes: measuredSizes)
    }

    /// Returns the valid pages after the given images in this feed, each with its own load time.
    ///
    /// Returns an empty array if images may be missing in between. No images are missing if this feed contains the last
    /// of the given images and has all shared images in the same order.
    func pages(after images: [LocalFeedImage], at now: Date) -> [CachedFeedPage] {
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
    public let images: [LocalFeedImage]
    /// When the page was loaded from the server.
    public let loadedAt: Date
    /// Whether the server is known to have had no further image.
    public let isEnd: Bool

    /// Creates a page of images loaded together.
    public init(images: [LocalFeedImage], loadedAt: Date, isEnd: Bool = false) {
        self.images = images
        self.loadedAt = loadedAt
        self.isEnd = isEnd
    }
}

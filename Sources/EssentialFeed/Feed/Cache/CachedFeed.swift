public import Foundation

/// The one feed that a store holds for a server: an empty list is a cache too, different from none (B138).
public struct CachedFeed: Hashable, Sendable {
    /// The first page, and those behind it in the order of the feed. There is always a first one.
    public let pages: [CachedFeedPage]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request (N006).
    public let entityTag: String?

    /// - Parameters:
    ///   - loadedAt: when the first page was loaded from the server.
    ///   - laterPages: those behind the first page.
    public init(
        images: [LocalFeedImage], loadedAt: Date, entityTag: String? = nil, laterPages: [CachedFeedPage] = []
    ) {
        pages = [CachedFeedPage(images: images, loadedAt: loadedAt)] + laterPages.filter { !$0.images.isEmpty }
        self.entityTag = entityTag
    }

    /// The images of all pages.
    public var images: [LocalFeedImage] { pages.flatMap(\.images) }
    /// When the first page was loaded from the server.
    public var loadedAt: Date { pages[0].loadedAt }
}

/// A part of a feed that the server delivered at one time.
public struct CachedFeedPage: Hashable, Sendable {
    public let images: [LocalFeedImage]
    /// When it was loaded from the server.
    public let loadedAt: Date

    public init(images: [LocalFeedImage], loadedAt: Date) {
        self.images = images
        self.loadedAt = loadedAt
    }
}

extension CachedFeed {
    /// The pages that may be shown: those before the first one that has expired. What stands behind that one does not
    /// follow what stands before it. None, where the first page has expired.
    func validPages(at now: Date) -> [CachedFeedPage] {
        Array(pages.prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) })
    }

    /// What follows the given images in this feed, with the time of its own load, as far as it is valid.
    ///
    /// Nothing, unless the images meet this feed: the last of them is in it, so that it is known what follows, and all
    /// that are in it stand in the same order. Otherwise something may be missing in between.
    func pages(behind images: [LocalFeedImage], at now: Date) -> [CachedFeedPage] {
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
            behind.append(CachedFeedPage(images: rest, loadedAt: page.loadedAt))
        }
        return behind
    }
}

public import Foundation
public import ImageFormats

/// The feed of one server in the cache: pages, each with the time of its own load. An empty feed is cached like any other;
/// it isn't the same as no cached feed.
public struct CachedFeed: Hashable, Sendable {
    /// The first page, and those behind it in the order of the feed. There is always a first one.
    public let pages: [CachedFeedPage]
    /// The entity tag of the first page's body, sent as `If-None-Match` with the next request.
    public let entityTag: String?
    /// What the cached image data says about the sizes of pictures that the feed doesn't say, by the ids of the images.
    ///
    /// A store adds it to the feed that it returns, and ignores it in a feed that it saves.
    public let measuredSizes: [UUID: MeasuredSize]

    /// Creates a feed of pages.
    /// - Parameters:
    ///   - pages: The first page and those behind it, of which those without images are left out.
    ///   - entityTag: The entity tag of the first page's body.
    ///   - measuredSizes: The sizes of pictures that the feed doesn't say, by the ids of the images.
    /// - Precondition: There is a first page.
    public init(pages: [CachedFeedPage], entityTag: String? = nil, measuredSizes: [UUID: MeasuredSize] = [:]) {
        precondition(!pages.isEmpty, "a feed has a first page")
        self.pages = pages.prefix(1) + pages.dropFirst().filter { !$0.images.isEmpty }
        self.entityTag = entityTag
        self.measuredSizes = measuredSizes
    }

    /// Creates a feed of a first page and those behind it.
    /// - Parameters:
    ///   - images: The images of the first page.
    ///   - loadedAt: When the first page was loaded from the server.
    ///   - entityTag: The entity tag of the first page's body.
    ///   - laterPages: The pages behind the first, of which those without images are left out.
    ///   - measuredSizes: The sizes of pictures that the feed doesn't say, by the ids of the images.
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

/// A part of a feed that the server delivered at one time.
public struct CachedFeedPage: Hashable, Sendable {
    /// The images in the order of the feed.
    public let images: [LocalFeedImage]
    /// When the page was loaded from the server.
    public let loadedAt: Date

    /// Creates a page of images that were loaded together.
    public init(images: [LocalFeedImage], loadedAt: Date) {
        self.images = images
        self.loadedAt = loadedAt
    }
}

/// The size of an upright picture, as the cached image data at a URL says it.
public struct MeasuredSize: Hashable, Sendable {
    /// Where the image data came from.
    public let url: URL
    /// The size of the upright picture.
    public let size: PixelSize

    /// Creates the size of the picture in image data.
    public init(url: URL, size: PixelSize) {
        self.url = url
        self.size = size
    }
}

extension CachedFeed {
    /// The images of all pages as the feed's customers see them, with the sizes that were measured.
    var feedImages: [FeedImage] {
        guard !measuredSizes.isEmpty else { return images.map(\.model) }
        return images.map { image in
            var model = image.model
            if image.pixelSize == nil, let measured = measuredSizes[image.id], measured.url == image.url {
                model.measuredSize = measured.size
            }
            return model
        }
    }

    /// Returns the part of the feed that may be shown: the pages before the first one that has expired. Pages behind
    /// that one don't follow the pages before it. Returns `nil` if the first page has expired.
    func valid(at now: Date) -> CachedFeed? {
        let valid = pages.prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return valid.isEmpty ? nil : CachedFeed(pages: Array(valid), entityTag: entityTag, measuredSizes: measuredSizes)
    }

    /// Returns the feed with pages after its last one.
    func appending(_ more: [CachedFeedPage]) -> CachedFeed {
        CachedFeed(pages: pages + more, entityTag: entityTag, measuredSizes: measuredSizes)
    }

    /// Returns the valid pages that follow the given images in this feed, each with the time of its own load.
    ///
    /// Returns an empty array if images may be missing in between. None are missing if this feed has the last of the images,
    /// and has all that it shares with them in the same order.
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

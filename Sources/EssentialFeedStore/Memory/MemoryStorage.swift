import EssentialFeed
import Foundation
import HTTPTransport
import ImageFormats

/// A feed and images in memory, with the same eviction order as on disk.
///
/// Partial downloads aren't kept in memory, because they would rarely be worth the space.
final class MemoryStorage: CacheStorage, MutableCacheContent {
    private struct Image {
        var content: CachedImageData
        var lastUse: Int
        let pictureSize: PixelSize?
    }

    var cachedFeed: CachedFeed? {
        didSet { referenced = Set(cachedFeed?.images.map(\.url) ?? []) }
    }
    private var images: [URL: Image] = [:]
    private var referenced: Set<URL> = []
    private var byteCount = 0
    private var lastUse = 0
    private var imageLimit: Int

    init(imageLimit: Int) {
        self.imageLimit = imageLimit
    }

    func hasImage(for url: URL) -> Bool {
        images[url] != nil
    }

    // MARK: Storage

    func open() -> CacheAccess { .writer }

    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        try work(self)
    }

    func write(_ change: CacheChange, _ work: (any MutableCacheContent) throws -> Void) throws {
        try work(self)
    }

    @discardableResult
    func delete(loadedAt: Date?) -> Bool {
        if let loadedAt, cachedFeed?.loadedAt != loadedAt { return false }
        cachedFeed = nil
        images = [:]
        byteCount = 0
        return true
    }

    func setImageLimit(_ limit: Int) {
        imageLimit = limit
        evict(keeping: nil)
    }

    func close() {}

    // MARK: Content

    /// Returns the feed with the sizes measured from images in memory.
    func feed() -> CachedFeed? {
        cachedFeed.map { feed in
            var sizes = feed.measuredSizes
            for image in feed.images where image.pixelSize == nil {
                if let size = images[image.url]?.pictureSize {
                    sizes[image.id] = MeasuredSize(url: image.url, size: size)
                }
            }
            return CachedFeed(pages: feed.pages, entityTag: feed.entityTag, measuredSizes: sizes)
        }
    }

    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        let transaction = MemoryTransaction(cachedFeed)
        try steps(transaction)
        cachedFeed = transaction.feed
    }

    func image(for url: URL) -> CachedImageData? {
        let use = nextUse()
        images[url]?.lastUse = use
        return images[url]?.content
    }

    func freshness(for url: URL) -> Freshness? {
        images[url]?.content.freshness
    }

    func insert(_ image: CachedImageData, _ facts: ImageFacts, for url: URL) throws {
        guard image.data.count <= imageLimit else { throw StoreError(.imageTooLarge(limit: imageLimit)) }
        removeImage(for: url)
        images[url] = Image(content: image, lastUse: nextUse(), pictureSize: facts.pictureSize)
        byteCount += image.data.count
        evict(keeping: url)
    }

    func renew(_ freshness: Freshness, for url: URL) {
        guard let image = images[url]?.content, image.freshness.hasSameConditionalFields(as: freshness) else { return }
        images[url]?.content = CachedImageData(data: image.data, freshness: freshness)
    }

    func removeImage(for url: URL) {
        byteCount -= images.removeValue(forKey: url)?.content.data.count ?? 0
    }

    func partialDownload(for url: URL) -> PartialDownload? { nil }
    func insert(_ partial: PartialDownload) {}
    func removePartialDownload(for url: URL) {}

    func status() -> CacheStatus {
        CacheStatus(
            feedImageCount: cachedFeed?.images.count,
            loadedAt: cachedFeed?.loadedAt,
            cachedFeedImageCount: cachedFeed?.images.count { images[$0.url] != nil } ?? 0,
            cachedImageCount: images.count,
            cachedImageBytes: byteCount,
            imageLimit: imageLimit,
            folder: nil)
    }

    private func evict(keeping kept: URL?) {
        guard byteCount > imageLimit else { return }
        let candidates = images.filter { $0.key != kept }.map { url, image in
            (url: url, isReferenced: referenced.contains(url), lastUse: image.lastUse)
        }
        let order = candidates.sorted {
            $0.isReferenced == $1.isReferenced ? $0.lastUse < $1.lastUse : !$0.isReferenced
        }
        for candidate in order where byteCount > imageLimit { removeImage(for: candidate.url) }
    }

    private func nextUse() -> Int {
        lastUse += 1
        return lastUse
    }
}

/// Runs a transaction's steps on a copy, which replaces the original if all of them succeed.
private final class MemoryTransaction: FeedStoreTransaction {
    private(set) var feed: CachedFeed?

    init(_ feed: CachedFeed?) {
        self.feed = feed
    }

    func retrieve() -> CachedFeed? {
        feed
    }

    func delete() {
        feed = nil
    }

    func insert(_ feed: CachedFeed) {
        self.feed = feed
    }
}

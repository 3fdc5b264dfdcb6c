import EssentialFeed
import Foundation
import HTTPTransport

/// A feed and images in memory, with the same limit and the same order of eviction as on disk (N027).
struct MemoryStorage {
    private struct Image {
        var content: CachedImageData
        var lastUse: Int
    }

    private(set) var feed: CachedFeed?
    private var images: [URL: Image] = [:]
    private var referenced: Set<URL> = []
    private var storedBytes = 0
    private var lastUse = 0
    private(set) var imageLimit: Int

    init(imageLimit: Int) {
        self.imageLimit = imageLimit
    }

    /// - Parameter saved: the feed that the steps find in place of the one in memory.
    mutating func transaction(
        on saved: CachedFeed? = nil, _ steps: (any FeedStoreTransaction) throws -> Void
    ) throws {
        let transaction = MemoryTransaction(saved ?? feed)
        try steps(transaction)
        feed = transaction.feed
        referenced = Set(feed?.images.map(\.url) ?? [])
    }

    /// - Returns: whether it was deleted: `false` when the feed does not carry the loadedAt.
    @discardableResult
    mutating func delete(loadedAt: Date?) -> Bool {
        if let loadedAt, feed?.loadedAt != loadedAt { return false }
        self = MemoryStorage(imageLimit: imageLimit)
        return true
    }

    mutating func deleteFeed() {
        feed = nil
        referenced = []
    }

    mutating func retrieveImageData(for url: URL) -> CachedImageData? {
        let use = nextUse()
        images[url]?.lastUse = use
        return images[url]?.content
    }

    func freshness(for url: URL) -> Freshness? {
        images[url]?.content.freshness
    }

    mutating func insert(_ image: CachedImageData, for url: URL) throws {
        let data = image.data
        guard data.count <= imageLimit else { throw StoreError(.imageTooLarge(limit: imageLimit)) }
        removeImageData(for: url)
        images[url] = Image(content: image, lastUse: nextUse())
        storedBytes += data.count
        evict(keeping: url)
    }

    /// - Returns: whether there is an image with these validators.
    mutating func renew(_ freshness: Freshness, for url: URL) -> Bool {
        guard let image = images[url]?.content, image.freshness.hasSameConditionalFields(as: freshness) else {
            return false
        }
        images[url]?.content = CachedImageData(data: image.data, freshness: freshness)
        return true
    }

    mutating func removeImageData(for url: URL) {
        storedBytes -= images.removeValue(forKey: url)?.content.data.count ?? 0
    }

    mutating func setImageLimit(_ limit: Int) {
        imageLimit = limit
        evict(keeping: nil)
    }

    var status: CacheStatus {
        CacheStatus(
            feedImageCount: feed?.images.count,
            loadedAt: feed?.loadedAt,
            feedImagesStored: feed?.images.count { images[$0.url] != nil } ?? 0,
            storedImageCount: images.count,
            storedImageBytes: storedBytes,
            imageLimit: imageLimit,
            folder: nil)
    }

    private mutating func evict(keeping kept: URL?) {
        guard storedBytes > imageLimit else { return }
        let candidates = images.filter { $0.key != kept }.map { url, image in
            (url: url, isReferenced: referenced.contains(url), lastUse: image.lastUse)
        }
        let order = candidates.sorted {
            $0.isReferenced == $1.isReferenced ? $0.lastUse < $1.lastUse : !$0.isReferenced
        }
        for candidate in order where storedBytes > imageLimit { removeImageData(for: candidate.url) }
    }

    private mutating func nextUse() -> Int {
        lastUse += 1
        return lastUse
    }
}

/// The steps of a transaction on a copy, which takes the original's place when all succeed.
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

import EssentialFeed
@testable import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import TestSupport
import Testing

/// A damaged database may hold any values.
@Suite("Damaged numbers")
struct DamagedNumbersTests {
    static let columns = [
        "feed.timestamp", "feed.is_end", "feed_image.width", "feed_image.height", "feed_image.created_at",
        "feed_image_variant.width", "feed_image_variant.height", "feed_image_variant.position",
        "feed_image_variant.place", "image.byte_count", "image.is_referenced", "image.last_use", "image.picture_width",
        "image.picture_height",
        "feed_image.picture_width", "feed_image.picture_height",
        "partial_image.total", "partial_image.byte_count", "partial_image.last_write",
        "feed.validator", "feed_image.id", "feed_image.url", "feed_image.author", "feed_image_variant.url", "image.url",
        "image.digest", "partial_image.url", "partial_image.digest", "partial_image.entity_tag",
    ]
    static let values = [
        "9223372036854775807", "-9223372036854775808", "-1", "1e19", "9e999", "-9e999", "'text'", "x''",
    ]

    @Test(arguments: columns, values)
    func `A damaged number doesn't end the program`(column: String, value: String) async throws {
        let folder = TemporaryFolder()
        let images = (1...3).map { URL(string: "https://a-host.com/\($0).png")! }
        let partial = PartialDownload(
            url: URL(string: "https://a-host.com/partial.png")!, entityTag: "\"a\"", bytes: anyPNG(), total: 100_000)
        let cache = ServerCache.onDisk(in: folder.url)
        try await CacheFeed(store: cache, now: { Date() }).save(
            images.map { url in
                FeedImage(
                    id: UUID(), url: url, pixelSize: PixelSize(width: 4, height: 3), createdAt: Date(),
                    variants: [ImageVariant(url: url, size: PixelSize(width: 4, height: 3))])
            })
        for url in images { try await cache.insert(anyPNG(), for: url) }
        try await cache.insert(partial)
        try await cache.close()

        let parts = column.split(separator: ".")
        try OtherConnection(StoreFolder(in: folder.url, name: StoreFolder.anyName).database)
            .execute("UPDATE OR REPLACE \(parts[0]) SET \(parts[1]) = \(value)")

        let damaged = ServerCache.onDisk(in: folder.url)
        // Each of these may throw, but must return.
        await attempt { _ = try await damaged.status() }
        await attempt { _ = try await damaged.retrieve() }
        for url in images { await attempt { _ = try await damaged.retrieveImageData(for: url) } }
        await attempt { _ = try await damaged.retrievePartialDownload(for: partial.url) }
        await attempt { try await damaged.setImageLimit(1_000) }
        await attempt { try await damaged.insert(anyPNG(salt: 9), for: images[0]) }
        await attempt { try await damaged.insert(partial) }
        await attempt { try await ValidateFeedCache(store: damaged, now: { Date() }).validate() }
        await attempt { try await damaged.close() }
    }

    private func attempt(_ work: () async throws -> Void) async {
        do { try await work() } catch { #expect(error is StoreError, "\(error)") }
    }
}

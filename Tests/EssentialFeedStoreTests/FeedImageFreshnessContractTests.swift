import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite("Freshness of cached images")
struct FeedImageFreshnessContractTests {
    @Test(arguments: StoreKind.allCases)
    func `Retrieving an image delivers every part of its freshness`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        for freshness in [
            anyFreshness(), .unknown, Freshness(lifetime: 0.5, receivedAt: .now, freshUntil: .now),
        ] {
            let image = CachedImageData(data: anyPNG(), freshness: freshness)
            try await test.store.insert(image, for: anyImageURL())
            #expect(try await test.store.retrieveImageData(for: anyImageURL()) == image)
            #expect(try await test.store.retrieveFreshness(for: anyImageURL()) == freshness)
        }
        #expect(try await test.store.retrieveFreshness(for: anyImageURL("b")) == nil)
        try await test.store.insert(anyPNG(), for: anyImageURL())
        #expect(try await test.store.retrieveFreshness(for: anyImageURL()) == .unknown)
    }

    @Test(arguments: StoreKind.caches)
    func `A cache on disk knows how large the file of an image is, where it is and since when`(
        _ kind: StoreKind
    ) async throws {
        let test = try await CacheUnderTest(kind)
        let (before, data) = (Date(), anyPNG())
        try await test.store.insert(data, for: anyImageURL())
        #expect(try await test.store.savedImage(for: anyImageURL("b")) == nil)
        let saved = try await test.store.savedImage(for: anyImageURL())
        guard kind == .onDisk || kind == .onDiskOrInMemory else { return #expect(saved == nil) }
        let image = try #require(saved)
        #expect(image.byteCount == data.count)
        #expect(image.savedAt > before - 1 && image.savedAt < Date() + 1)
        let folder = image.folder.path(percentEncoded: false)
        #expect(folder.hasPrefix(test.folder.url.path(percentEncoded: false)))
        #expect(try FileSystem.names(in: folder).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `Renewing changes the freshness and not the bytes`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        try await test.store.insert(CachedImageData(data: anyPNG(), freshness: anyFreshness()), for: anyImageURL())
        try await test.store.insert(CachedImageData(data: anyPNG(), freshness: anyFreshness()), for: anyImageURL("b"))
        let renewed = anyFreshness(lifetime: 99)
        try await test.store.renew(renewed, for: anyImageURL())
        #expect(
            try await test.store.retrieveImageData(for: anyImageURL())
                == CachedImageData(data: anyPNG(), freshness: renewed))
        #expect(try await test.store.retrieveFreshness(for: anyImageURL("b")) == anyFreshness())
    }

    @Test(
        "Renewing does nothing if another image has taken the place, or none is cached",
        arguments: StoreKind.allCases)
    func renewLeavesOtherImages(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        try await test.store.renew(anyFreshness(), for: anyImageURL())
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == nil)
        for other in [anyFreshness(tag: "\"b\""), anyFreshness(tag: nil), anyFreshness(lastModified: nil)] {
            try await test.store.insert(CachedImageData(data: anyPNG(), freshness: other), for: anyImageURL())
            try await test.store.renew(anyFreshness(lifetime: 99), for: anyImageURL())
            #expect(try await test.store.retrieveFreshness(for: anyImageURL()) == other)
            try await test.store.renew(.unknown, for: anyImageURL())
            #expect(try await test.store.retrieveFreshness(for: anyImageURL()) == other)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `Removing data removes its freshness`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        try await test.store.insert(anyPNG(), for: anyImageURL())
        try await test.store.insert(anyPNG(), for: anyImageURL("b"))
        try await test.store.deleteImageData(for: anyImageURL())
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == nil)
        #expect(try await test.store.retrieveFreshness(for: anyImageURL()) == nil)
        #expect(try await test.store.retrieveImageData(for: anyImageURL("b"))?.data == anyPNG())
    }

    @Test func `Renewing writes no file, and lasts`() async throws {
        let test = try await SavedCache()
        let store = test.store()
        try await store.insert(CachedImageData(data: anyPNG(), freshness: anyFreshness()), for: anyImageURL())
        let files = ImageFiles(folder: test.storeFolder.images)
        let path = files.folder + "/" + (try #require(try files.names().first))
        let before = try #require(try FileSystem.status(path))
        try await store.renew(anyFreshness(lifetime: 99), for: anyImageURL())
        let after = try #require(try FileSystem.status(path))
        #expect(before.identity == after.identity)
        #expect(before.modificationDate == after.modificationDate)
        #expect(try files.names().count == 1)
        try await store.close()
        #expect(try await test.store().retrieveFreshness(for: anyImageURL()) == anyFreshness(lifetime: 99))
    }

    @Test func `Retrieving the freshness doesn't count as using the image, and reads no bytes`() async throws {
        let test = try await CacheUnderTest(.onDisk, imageLimit: 200)
        for name in ["a", "b"] { try await test.store.insert(Data(count: 100), for: anyImageURL(name)) }
        for path in try test.folder.filesInside() where path.contains("/images/") {
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try await test.store.retrieveFreshness(for: anyImageURL("a")) == .unknown)
        try await test.store.insert(Data(count: 100), for: anyImageURL("c"))
        #expect(try await test.store.retrieveFreshness(for: anyImageURL("a")) == nil)
        #expect(try await test.store.retrieveFreshness(for: anyImageURL("b")) == .unknown)
    }

    @Test func `B151 Images that an earlier version cached can be read, and are due`() async throws {
        let test = try await SavedCache()
        let connection = try OtherConnection(test.storeFolder.database)
        try connection.execute(
            """
            DELETE FROM grdb_migrations WHERE identifier IN ('3 image freshness', '4 partial images');
            DROP TABLE partial_image;
            ALTER TABLE image DROP COLUMN entity_tag;
            ALTER TABLE image DROP COLUMN last_modified;
            ALTER TABLE image DROP COLUMN rules;
            ALTER TABLE image DROP COLUMN lifetime;
            ALTER TABLE image DROP COLUMN stale_if_error;
            ALTER TABLE image DROP COLUMN received_at;
            ALTER TABLE image DROP COLUMN fresh_until;
            """)
        let store = test.store()
        #expect(try await store.retrieve() == test.feed)
        #expect(
            try await store.retrieveImageData(for: anyImageURL())
                == CachedImageData(data: anyPNG(), freshness: .unknown))
        try await store.insert(CachedImageData(data: anyPNG(), freshness: anyFreshness()), for: anyImageURL())
        #expect(try await store.retrieveFreshness(for: anyImageURL()) == anyFreshness())
    }

    @Test func `A program that only reads retrieves the freshness`() async throws {
        let test = try await SavedCache()
        let writer = test.store()
        try await writer.insert(CachedImageData(data: anyPNG(), freshness: anyFreshness()), for: anyImageURL())
        let reader = test.store()
        #expect(await reader.access().isInUse)
        #expect(try await reader.retrieveImageData(for: anyImageURL())?.freshness == anyFreshness())
        #expect(try await reader.retrieveFreshness(for: anyImageURL()) == anyFreshness())
        #expect(try await kindOfFailure { try await reader.renew(anyFreshness(), for: anyImageURL()) } == .inUse)
        try await writer.close()
    }
}

/// Returns a freshness with a value in each part.
func anyFreshness(
    tag: String? = "W/\"a\"", lastModified: String? = "Sun, 11 Oct 2015 07:28:00 GMT", lifetime: TimeInterval = 60
) -> Freshness {
    let receivedAt = Date(timeIntervalSinceReferenceDate: 700_000_000.1)
    return Freshness(
        entityTag: tag, lastModified: lastModified, rules: [.noCache, .mustRevalidate], lifetime: lifetime,
        staleIfError: 7, receivedAt: receivedAt, freshUntil: receivedAt + lifetime - 3)
}

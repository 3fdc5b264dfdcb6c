import EssentialFeed
import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

/// A store that implements only what the protocol requires.
private final class SmallStore: FeedImageDataStore {
    private let images = Mutex<[URL: CachedImageData]>([:])

    func retrieveImageData(for url: URL) async throws -> CachedImageData? { images.withLock { $0[url] } }
    func insert(_ image: CachedImageData, for url: URL) async throws { images.withLock { $0[url] = image } }
    func deleteImageData(for url: URL) async throws { images.withLock { $0[url] = nil } }
}

@Suite struct FeedImageDataStoreDefaultsTests {
    private let store = SmallStore()
    private let url = anyURL()

    @Test func `A store that only retrieves, inserts and removes knows the freshness of what it holds`() async throws {
        #expect(try await store.retrieveFreshness(for: url) == nil)
        try await store.insert(CachedImageData(data: anyPNG(), freshness: freshness("\"a\"", until: 1)), for: url)
        #expect(try await store.retrieveFreshness(for: url) == freshness("\"a\"", until: 1))
        #expect(try await store.retrieveImageData(for: url)?.data == anyPNG())
    }

    @Test func `Renewing replaces the freshness of the image with the same validators, and no other's`() async throws {
        try await store.renew(freshness("\"a\"", until: 1), for: url)
        #expect(try await store.retrieveImageData(for: url) == nil)
        try await store.insert(CachedImageData(data: anyPNG(), freshness: freshness("\"a\"", until: 1)), for: url)
        try await store.renew(freshness("\"b\"", until: 2), for: url)
        #expect(try await store.retrieveFreshness(for: url) == freshness("\"a\"", until: 1))
        try await store.renew(freshness("\"a\"", until: 3), for: url)
        #expect(
            try await store.retrieveImageData(for: url)
                == CachedImageData(data: anyPNG(), freshness: freshness("\"a\"", until: 3)))
    }

    private func freshness(_ tag: String, until seconds: TimeInterval) -> Freshness {
        Freshness(
            entityTag: tag, lifetime: 1, receivedAt: Date(timeIntervalSinceReferenceDate: 0),
            freshUntil: Date(timeIntervalSinceReferenceDate: seconds))
    }
}

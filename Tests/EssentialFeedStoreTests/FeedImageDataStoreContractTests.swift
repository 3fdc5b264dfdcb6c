import EssentialFeed
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

@Suite("Feed image data store contract")
struct FeedImageDataStoreContractTests {
    @Test(arguments: StoreKind.allCases)
    func `B145 B146 B148 Only the URL of cached data has any, which is the last`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        #expect(try await test.store.retrieveImageData(for: anyImageURL("a")) == nil)
        for salt in [1, 2] as [UInt8] { try await test.store.insert(anyPNG(salt: salt), for: anyImageURL("a")) }
        #expect(try await test.store.retrieveImageData(for: anyImageURL("a")) == anyPNG(salt: 2))
        #expect(try await test.store.retrieveImageData(for: anyImageURL("b")) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `B147 Retrieving for the URL of cached data delivers the data`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        for data in [anyPNG(), Data(), Data(repeating: 1, count: 300_000)] {
            try await test.store.insert(data, for: anyImageURL())
            #expect(try await test.store.retrieveImageData(for: anyImageURL()) == data)
            #expect(try await test.store.retrieveImageData(for: anyImageURL()) == data)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `A store knows which URLs it has data for, until the data is removed`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        for name in ["a", "b"] { try await test.store.insert(anyPNG(), for: anyImageURL(name)) }
        try await test.store.deleteImageData(for: anyImageURL("a"))
        #expect(try await !test.store.containsImageData(for: anyImageURL("a")))
        #expect(try await test.store.retrieveImageData(for: anyImageURL("a")) == nil)
        #expect(try await test.store.containsImageData(for: anyImageURL("b")))
        #expect(try await test.store.retrieveImageData(for: anyImageURL("b")) == anyPNG())
    }

    @Test(
        "B149 Data is cached by URL: for images of the feed, two of which may share a URL, and for other images",
        arguments: StoreKind.allCases)
    func insertCachesDataByURL(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let image = uniqueImage()
        let twin = FeedImage(id: UUID(), url: image.url)
        try await test.store.save(anyCachedFeed([image, twin, uniqueImage()]))
        try await test.store.insert(anyPNG(salt: 1), for: image.url)
        try await test.store.insert(anyPNG(salt: 2), for: anyImageURL())

        #expect(try await test.store.retrieveImageData(for: twin.url) == anyPNG(salt: 1))
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == anyPNG(salt: 2))
    }

    @Test(arguments: StoreKind.allCases)
    func `B150 Replacing the feed keeps the data of every URL, in the new feed or not`(_ kind: StoreKind) async throws {
        let test = try await StoreUnderTest(kind)
        let (kept, dropped) = (uniqueImage(), uniqueImage())
        try await test.store.save(anyCachedFeed([kept, dropped]))
        try await test.store.insert(anyPNG(salt: 1), for: kept.url)
        try await test.store.insert(anyPNG(salt: 2), for: dropped.url)
        try await test.store.save(anyCachedFeed([uniqueImage(), kept]))
        #expect(try await test.store.retrieveImageData(for: kept.url) == anyPNG(salt: 1))
        #expect(try await test.store.retrieveImageData(for: dropped.url) == anyPNG(salt: 2))
    }
}

import EssentialFeed
@testable import EssentialFeedStore
import Files
import Foundation
import TestSupport
import Testing

@Suite("Facts about cached images")
struct CachedImageFactsTests {
    @Test(arguments: StoreKind.caches)
    func `A cache on disk knows a file's size, its place and since when it is there`(_ kind: StoreKind) async throws {
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

    @Test func `Finding out whether an image is cached doesn't count as using it, and reads no bytes`() async throws {
        let test = try await CacheUnderTest(.onDisk, imageLimit: 200)
        for name in ["a", "b"] { try await test.store.insert(Data(count: 100), for: anyImageURL(name)) }
        for path in try test.folder.filesInside() where path.contains("/images/") {
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try await test.store.containsImageData(for: anyImageURL("a")))
        try await test.store.insert(Data(count: 100), for: anyImageURL("c"))
        #expect(try await !test.store.containsImageData(for: anyImageURL("a")))
        #expect(try await test.store.containsImageData(for: anyImageURL("b")))
    }

    @Test func `A program that only reads knows what is cached`() async throws {
        let test = try await SavedCache()
        let writer = test.store()
        try await writer.insert(anyPNG(), for: anyImageURL())
        let reader = test.store()
        #expect(await reader.access().isInUse)
        #expect(try await reader.containsImageData(for: anyImageURL()))
        #expect(try await reader.retrieveImageData(for: anyImageURL()) == anyPNG())
        try await writer.close()
    }
}

import EssentialFeed
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// The limit, the losses and the status of cached images, which the protocols of stores don't have.
@Suite("Images of a server cache")
struct ServerCacheImagesTests {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreKind.caches)
    func `The status counts data by URL, too`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind)
        let image = uniqueImage()
        let twin = FeedImage(id: UUID(), url: image.url)
        try await test.store.save(anyCachedFeed([image, twin, uniqueImage()]))
        try await test.store.insert(anyPNG(salt: 1), for: image.url)
        try await test.store.insert(anyPNG(salt: 2), for: anyImageURL())
        let status = try await test.status()
        #expect(status.feedImageCount == 3)
        #expect(status.cachedFeedImageCount == 2)
        #expect(status.cachedImageCount == 2)
        #expect(status.cachedImageBytes == anyPNG(salt: 1).count + anyPNG(salt: 2).count)
    }

    @Test(arguments: StoreKind.caches)
    func `B150 Data that the cached feed no longer refers to is evicted first`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind, imageLimit: 300)
        let (first, second, third) = (uniqueImage(), uniqueImage(), uniqueImage())
        try await test.store.save(anyCachedFeed([first, second]))
        for image in [first, second] { try await test.store.insert(hundredBytes, for: image.url) }
        try await test.store.insert(hundredBytes, for: anyImageURL())
        try await test.store.save(anyCachedFeed([third, first]))
        _ = try await test.store.retrieveImageData(for: second.url)
        _ = try await test.store.retrieveImageData(for: anyImageURL())

        try await test.store.insert(hundredBytes, for: third.url)
        #expect(try await test.cached([first.url, second.url, third.url, anyImageURL()]) == [0, 2, 3])
        try await test.store.insert(Data(count: 200), for: anyImageURL("b"))
        #expect(try await test.cached([first.url, second.url, third.url, anyImageURL("b")]) == [2, 3])
    }

    @Test func `Only an eviction of the feed's images, their deletion or a new limit is a loss`() async throws {
        let test = try await CacheUnderTest(.onDisk, imageLimit: 300)
        let images = (0..<4).map { _ in uniqueImage() }
        try await test.store.save(anyCachedFeed(images))
        try await test.store.insert(hundredBytes, for: anyImageURL())
        for image in images[..<3] { try await test.store.insert(hundredBytes, for: image.url) }
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == nil)
        #expect(await test.store.lossCount == 0)

        try await test.store.insert(hundredBytes, for: images[3].url)
        #expect(await test.store.lossCount == 1)
        try await test.store.setImageLimit(100)
        #expect(await test.store.lossCount == 2)
        try await test.store.delete()
        #expect(await test.store.lossCount == 3)
    }

    @Test func `A deleted image is a loss once the next one is cached`() async throws {
        let cache = ServerCache.onDisk(in: folder.url)
        for name in ["a", "b"] { try await cache.insert(hundredBytes, for: anyImageURL(name)) }
        try await cache.deleteImageData(for: anyImageURL("a"))
        try await cache.insert(hundredBytes, for: anyImageURL("d"))
        #expect(await cache.lossCount == 1)
        try await cache.insert(hundredBytes, for: anyImageURL("e"))
        #expect(await cache.lossCount == 1)
        try await cache.close()
    }

    @Test func `Images that an opened cache evicts to keep a lower limit are a loss, too`() async throws {
        let images = (0..<3).map { _ in uniqueImage() }
        let earlier = ServerCache.onDisk(in: folder.url)
        try await earlier.save(anyCachedFeed(images))
        for image in images[..<2] { try await earlier.insert(hundredBytes, for: image.url) }
        try await earlier.close()
        let cache = ServerCache.onDisk(in: folder.url, imageLimit: 100)
        try await cache.insert(Data(count: 10), for: images[2].url)
        #expect(await cache.lossCount == 1)
        try await cache.close()
    }

    @Test(arguments: StoreKind.caches)
    func `The least recently used data is evicted first, and reading counts as using`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind, imageLimit: 300)
        let urls = ["a", "b", "c", "d", "e"].map(anyImageURL)
        for url in urls[..<3] { try await test.store.insert(hundredBytes, for: url) }
        _ = try await test.store.retrieveImageData(for: urls[0])
        try await test.store.insert(hundredBytes, for: urls[3])
        #expect(try await test.cached(urls) == [0, 2, 3])
        _ = try await test.store.retrieveImageData(for: urls[2])
        try await test.store.insert(hundredBytes, for: urls[4])
        #expect(try await test.cached(urls) == [2, 3, 4])
    }

    @Test(arguments: StoreKind.caches)
    func `The limit holds after every insert`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind, imageLimit: 1000)
        var random = SeededGenerator(seed: 7)
        for turn in 0..<60 {
            let size = Int.random(in: 0...1000, using: &random)
            let url = anyImageURL("\(Int.random(in: 0..<12, using: &random))")
            try await test.store.insert(Data(repeating: UInt8(turn), count: size), for: url)
            let status = try await test.status()
            #expect(status.cachedImageBytes <= 1000)
            #expect(try await test.store.retrieveImageData(for: url)?.count == size)
            if kind == .onDisk || kind == .onDiskOrInMemory {
                #expect(try test.bytesOfImageFiles() == status.cachedImageBytes)
            }
        }
    }

    @Test(arguments: StoreKind.caches)
    func `Inserting an image larger than the limit fails, and earlier data stays`(_ kind: StoreKind) async throws {
        let test = try await CacheUnderTest(kind, imageLimit: 100)
        try await test.store.insert(hundredBytes, for: anyImageURL())
        let failure = try await kindOfFailure { try await test.store.insert(Data(count: 101), for: anyImageURL()) }
        #expect(failure == .imageTooLarge(limit: 100))
        #expect(try await test.store.retrieveImageData(for: anyImageURL()) == hundredBytes)
    }

    private var hundredBytes: Data { Data(repeating: 1, count: 100) }
}

extension CacheUnderTest {
    func status() async throws -> CacheStatus {
        try await store.status()
    }

    /// Returns the indices of the URLs whose data is cached.
    func cached(_ urls: [URL]) async throws -> [Int] {
        var places: [Int] = []
        for (place, url) in urls.enumerated() where try await store.retrieveImageData(for: url) != nil {
            places.append(place)
        }
        return places
    }

    func bytesOfImageFiles() throws -> Int {
        try folder.filesInside().filter { $0.contains("/images/") }.reduce(0) { sum, file in
            sum + (try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0)
        }
    }
}

extension TemporaryFolder {
    /// Returns the paths of everything inside.
    func filesInside() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).map { path + "/" + $0 }
    }
}

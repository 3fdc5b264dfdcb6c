import EssentialFeed
import Foundation
import HTTPTransport
import ImagePipeline
import Synchronization
import TestSupport
import Testing

@Suite(.detectsHangs) struct SaveFeedImagesTests {
    private let urls = (0..<5).map { URL(string: "http://a.host/image\($0)")! }
    private let asked = Asked()

    /// Returns the use case over a store that saves each image, unless loading it throws.
    private func saving(
        to images: FeedImageDataStoreSpy = FeedImageDataStoreSpy(),
        load: @escaping @Sendable (URL) throws -> Void = { _ in }
    ) -> SaveFeedImages {
        SaveFeedImages(images: images, count: { images.data.count }, losses: { 0 }) { [asked] url in
            asked.add(url)
            try load(url)
            try await images.insert(anyPNG(), for: url)
            return .downloaded(bytes: 10)
        }
    }

    @Test func `Missing images are saved in the order of the feed, and saved ones are not requested`() async throws {
        let save = saving(to: FeedImageDataStoreSpy([urls[1]: anyPNG()]))
        let told = Asked()
        let result = try await save.save(urls) { told.add(self.urls[$0.saved - 1]) }
        #expect(asked.urls == [urls[0], urls[2], urls[3], urls[4]])
        #expect(result.isComplete)
        #expect(result.saved == 5)
        #expect(result.downloadedBytes == 40)
        #expect(told.urls == urls)
    }

    @Test func `An image that fails is skipped`() async throws {
        let bad = urls[1]
        let result = try await saving { if $0 == bad { throw RemoteError.invalidData(.notAnImage) } }.save(urls)
        #expect(!result.isComplete)
        #expect(result.saved == 4)
        #expect(result.failures.map(\.url) == [bad])
    }

    @Test func `Without a connection saving ends, instead of asking for one image after the other`() async throws {
        let result = try await saving { _ in throw RemoteError.connectivity(HTTPClientError(.refused)) }.save(urls)
        #expect(asked.urls == [urls[0]])
        #expect(result.saved == 0)
        #expect(result.failures.map(\.url) == urls)
    }

    @Test(arguments: [HTTPClientError.Kind.refused, .nameNotFound, .connectTimeout])
    func `An unreachable origin is asked once; images of others are saved`(kind: HTTPClientError.Kind) async throws {
        let gone = (0..<3).map { URL(string: "http://gone.host/image\($0)")! }
        let save = saving { if $0.host() == "gone.host" { throw RemoteError.connectivity(HTTPClientError(kind)) } }
        let result = try await save.save([gone[0]] + urls + gone[1...])
        #expect(result.saved == urls.count)
        #expect(asked.urls.filter { $0.host() == "gone.host" } == [gone[0]])
        #expect(result.failures.map(\.url) == gone)
        #expect(result.done == result.total)
    }

    @Test(
        "One image whose connection breaks is skipped; the others of its origin are saved",
        arguments: [HTTPClientError.Kind.timeout, .reset, .insecure, .cut, .malformed, .other])
    func savePassesOverBrokenConnections(kind: HTTPClientError.Kind) async throws {
        let bad = urls[0]
        let save = saving { if $0 == bad { throw RemoteError.connectivity(HTTPClientError(kind)) } }
        let result = try await save.save(urls)
        #expect(result.saved == 4)
        #expect(result.failures.map(\.url) == [bad])
    }

    @Test func `A redirect to an origin without a connection leaves the one that was asked reachable`() async throws {
        let gone = try #require(URL(string: "http://gone.host/image"))
        let bad = urls[0]
        let save = saving { url in
            if url == bad { throw RemoteError.connectivity(HTTPClientError(.refused, redirectedTo: Origin(gone))) }
        }
        let result = try await save.save(urls + [gone])
        #expect(asked.urls == urls)
        #expect(result.failures.map(\.url) == [bad, gone])
    }

    @Test(arguments: [true, false])
    func `If an image evicts another of the feed, saving ends and says so, in any cache`(isKnown: Bool) async throws {
        let images = FeedImageDataStoreSpy()
        let save = SaveFeedImages(
            images: images, count: { min(2, images.data.count) }, losses: { isKnown ? images.data.count : nil },
            store: { [asked] url in
                asked.add(url)
                try await images.insert(anyPNG(), for: url)
                return .downloaded(bytes: 10)
            })
        let result = try await save.save(urls)
        #expect(asked.urls == Array(urls[..<3]))
        #expect(result.isLimited)
        #expect(result.saved == 2)
        #expect(!result.isComplete)
    }

    @Test func `An image that leaves while two are stored at the same time is missed in the end`() async throws {
        let images = FeedImageDataStoreSpy([urls[0]: anyPNG()])
        let evicted = Mutex(0)
        let calls = HeldCalls<ImageCaching>()
        let save = SaveFeedImages(
            images: images, count: { images.data.count - evicted.withLock { $0 } },
            losses: { evicted.withLock { $0 } }, width: 2
        ) { _ in
            try await calls.call()
        }
        async let result = save.save(Array(urls[..<3]))
        for number in 0..<2 { try await calls.arrival(number) }
        for url in urls[1...2] { try await images.insert(anyPNG(), for: url) }
        evicted.withLock { $0 = 1 }
        for number in 0..<2 { calls.answer(number, with: .success(.downloaded(bytes: 1))) }
        #expect(try await result.isLimited)
        #expect(try await result.saved == 2)
    }

    @Test func `The saved images are counted only after an eviction: counting reads the whole feed`() async throws {
        let long = (0..<1000).map { URL(string: "http://a.host/image\($0)")! }
        let images = FeedImageDataStoreSpy()
        let counts = Mutex(0)
        let save = SaveFeedImages(
            images: images,
            count: {
                counts.withLock { $0 += 1 }
                return images.data.count
            }, losses: { images.data.count / 500 },
            store: { url in
                try await images.insert(anyPNG(), for: url)
                return .downloaded(bytes: 10)
            })
        #expect(try await save.save(long).isComplete)
        #expect(counts.withLock { $0 } == 2)
    }

    @Test func `Images that were loaded but must not be stored count as not saved`() async throws {
        let images = FeedImageDataStoreSpy()
        let save = SaveFeedImages(images: images, count: { 0 }, losses: { 0 }) { _ in .downloaded(bytes: 10) }
        let result = try await save.save(urls)
        #expect(result.unsaved == 5)
        #expect(result.saved == 0)
        #expect(result.done == 5)
    }

    @Test(arguments: [1, 2, 3])
    func `Two images of a feed with one URL count as two`(width: Int) async throws {
        let images = FeedImageDataStoreSpy()
        let feed = [urls[1], urls[0], urls[0]]
        let save = SaveFeedImages(
            images: images, count: { feed.count { images.data[$0] != nil } }, losses: { images.data.count },
            width: width,
            store: { url in
                try await images.insert(anyPNG(), for: url)
                return .downloaded(bytes: 10)
            })
        let result = try await save.save(feed)
        #expect(result.done == 3)
        #expect(result.isComplete)
    }

    @Test func `As many images are loaded at the same time as are allowed`() async throws {
        let calls = HeldCalls<ImageCaching>()
        let save = SaveFeedImages(images: FeedImageDataStoreSpy(), count: { 0 }, losses: { 0 }, width: 2) { _ in
            try await calls.call()
        }
        async let result = save.save(urls)
        for number in 0..<5 {
            try await calls.arrival(min(number + 1, 4))
            #expect(calls.count <= number + 2)
            calls.answer(number, with: .success(.downloaded(bytes: 1)))
        }
        #expect(try await result.done == 5)
    }

    @Test func `Progress counts failed images, and carries nothing that grows with their number`() async throws {
        let save = SaveFeedImages(images: FeedImageDataStoreSpy(), count: { 0 }, losses: { 0 }) { _ in
            throw RemoteError.invalidData(.status(404))
        }
        let told = EventLog<SaveFeedImagesResult.Progress>()
        let result = try await save.save(urls) { told.append($0) }
        #expect(result.failures.count == urls.count)
        #expect(told.events.map(\.done) == Array(0...urls.count))
        let fields = Mirror(reflecting: try #require(told.events.last)).children
        #expect(fields.allSatisfy { $0.value is Int }, "\(fields.map(\.value))")
    }

    @Test func `Cancelling ends saving and the loads in progress`() async throws {
        let calls = HeldCalls<ImageCaching>()
        let save = SaveFeedImages(images: FeedImageDataStoreSpy(), count: { 0 }, losses: { 0 }) { _ in
            try await calls.call()
        }
        let task = Task { [urls] in try await save.save(urls) }
        try await calls.arrival(0)
        task.cancel()
        try await calls.cancellation(0)
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

private final class Asked: Sendable {
    private let list = Mutex<[URL]>([])

    var urls: [URL] { list.withLock { $0 } }

    func add(_ url: URL) { list.withLock { $0.append(url) } }
}

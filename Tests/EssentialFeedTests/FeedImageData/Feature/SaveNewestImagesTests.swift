import EssentialFeed
import Foundation
import ImagePipeline
import Synchronization
import TestSupport
import Testing

@Suite(.detectsHangs) struct SaveNewestImagesTests {
    @Test func `The pages with the newest images are loaded, no others; images are saved in order`() async throws {
        let feed = PagedFeed(count: 64)
        let result = try await feed.useCase().save(newest: 50)
        #expect(result == SavedImages(saved: 50, total: 50))
        #expect(feed.pages == [20, 30, 40, 50])
        #expect(feed.stored == feed.images.prefix(50).map(\.url))
    }

    @Test func `Pages that are saved already aren't loaded again; neither are images`() async throws {
        let feed = PagedFeed(count: 64, cached: 40)
        for image in feed.images.prefix(38) { try await feed.store.insert(anyPNG(), for: image.url) }
        let result = try await feed.useCase().save(newest: 50)
        #expect(result == SavedImages(saved: 50, total: 50))
        #expect(feed.pages == [50])
        #expect(feed.stored == feed.images[38..<50].map(\.url))
    }

    @Test func `A shorter feed is saved to its end; one that fits in its first page is asked no more`() async throws {
        let feed = PagedFeed(count: 23)
        #expect(try await feed.useCase().save(newest: 50) == SavedImages(saved: 23, total: 23))
        #expect(feed.pages == [20, 23, 23])
        let short = PagedFeed(count: 9)
        #expect(try await short.useCase().save(newest: nil) == SavedImages(saved: 9, total: 9))
        #expect(short.pages == [])
    }

    @Test func `All images are saved however many pages there are; the missing ones are listed before`() async throws {
        let feed = PagedFeed(count: 430)
        let progress = Mutex<[SavedImages]>([])
        let result = try await feed.useCase().save(newest: nil) { images in progress.withLock { $0.append(images) } }
        #expect(result == SavedImages(saved: 430, total: 430))
        #expect(feed.stored == feed.images.map(\.url))
        #expect(progress.withLock { $0.contains(SavedImages(saved: 120, total: 200)) })
        #expect(feed.listed.prefix(200) == Array(repeating: 210, count: 200)[...])
    }

    @Test func `If a page fails, the images before it are saved, and more are known to be wanted`() async throws {
        let feed = PagedFeed(count: 64, failsAfter: 30)
        #expect(try await feed.useCase().save(newest: 50) == SavedImages(saved: 30, total: 50))
        #expect(try await feed.useCase().count(newest: 50) == SavedImages(saved: 10, total: 50))
    }

    @Test func `A negative number of photos is refused, and nothing is loaded or saved`() async throws {
        let feed = PagedFeed(count: 64)
        await #expect(throws: ImageCountError.self) { try await feed.useCase().count(newest: -1) }
        let error = await #expect(throws: ImageCountError.self) { try await feed.useCase().save(newest: .min) }
        #expect(error.map { "\($0)" } == "\(Int.min) isn’t a number of photos; use 0 or more, or nil for all")
        #expect(feed.pages.isEmpty)
        #expect(feed.stored.isEmpty)
        #expect(try await feed.useCase().count(newest: 0) == SavedImages(saved: 0, total: 0))
    }

    @Test func `Where the limit leaves no room for more, saving ends and says so`() async throws {
        let feed = PagedFeed(count: 430, room: 12)
        let result = try await feed.useCase().save(newest: nil)
        #expect(result == SavedImages(saved: 12, total: 200, isLimited: true))
        #expect(feed.pages.last == 210)
    }

    @Test func `Counting sends no request, and counts images of the wanted ones alone`() async throws {
        let feed = PagedFeed(count: 64, cached: 60)
        for number in [0, 3, 55] { try await feed.store.insert(anyPNG(), for: feed.images[number].url) }
        #expect(try await feed.useCase().count(newest: 50) == SavedImages(saved: 2, total: 50))
        #expect(try await feed.useCase().count(newest: nil) == SavedImages(saved: 3, total: 60))
        #expect(feed.pages == [] && feed.stored == [])
    }

    @Test func `Where the cached feed is known to be whole, no more images than it has are wanted`() async throws {
        let whole = PagedFeed(count: 60, cached: 60, isWhole: true, failsAfter: 60)
        for image in whole.images { try await whole.store.insert(anyPNG(), for: image.url) }
        #expect(try await whole.useCase().count(newest: 200) == SavedImages(saved: 60, total: 60))
        #expect(try await whole.useCase().save(newest: 200) == SavedImages(saved: 60, total: 60))
        let longer = PagedFeed(count: 65, cached: 65)
        #expect(try await longer.useCase().count(newest: 200) == SavedImages(saved: 0, total: 200))
    }
}

/// A feed in pages of ten, of which some are cached.
private final class PagedFeed: Sendable {
    private struct State {
        var pages: [Int] = []
        var stored: [URL] = []
        var listed: [Int] = []
    }

    let images: [FeedImage]
    let store = FeedImageDataStoreSpy()
    private let cached: Int
    private let room: Int
    private let failsAfter: Int
    private let isWhole: Bool
    private let state = Mutex(State())

    /// - Parameter isWhole: Whether the cached feed is known to be whole.
    init(count: Int, cached: Int = 10, isWhole: Bool = false, room: Int = .max, failsAfter: Int = .max) {
        self.isWhole = isWhole
        images = (0..<count).map { number in
            FeedImage(id: UUID(), description: nil, location: nil, url: URL(string: "http://a.host/image\(number)")!)
        }
        (self.cached, self.room, self.failsAfter) = (min(count, cached), room, failsAfter)
    }

    /// How many images were listed after each page that was loaded.
    var pages: [Int] { state.withLock { $0.pages } }
    /// The images in the order in which they were saved.
    var stored: [URL] { state.withLock { $0.stored } }
    /// How many images were listed when each image was saved.
    var listed: [Int] { state.withLock { $0.listed } }

    func useCase() -> SaveNewestImages {
        SaveNewestImages(
            loadCached: { self.page(self.cached, isWhole: self.isWhole) }, images: store,
            saveImages: SaveFeedImages(
                images: store, count: { min(self.room, self.store.data.count) },
                losses: { max(0, self.store.data.count - self.room) },
                store: { url in
                    self.state.withLock { state in
                        state.stored.append(url)
                        state.listed.append(state.pages.last ?? self.cached)
                    }
                    try await self.store.insert(anyPNG(), for: url)
                    return .downloaded(bytes: 10)
                }))
    }

    private func page(_ count: Int, isWhole: Bool = false, isEnd: Bool = false) -> FeedPage {
        let loadMore: FeedPage.LoadMore = {
            guard count < self.failsAfter else { throw RemoteError.invalidData(.status(500)) }
            let next = min(self.images.count, count + 10)
            self.state.withLock { $0.pages.append(next) }
            return self.page(next, isEnd: next == count)
        }
        return FeedPage(
            images: Array(images.prefix(count)), origin: .remote, loadedAt: Date(timeIntervalSinceReferenceDate: 0),
            isWhole: isWhole, loadMore: isEnd ? nil : loadMore)
    }
}

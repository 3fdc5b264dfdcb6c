import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite(.detectsHangs) struct LaterFeedPagesTests {
    private let time = TestTime()
    private let a = (0..<12).map { _ in uniqueImage() }

    /// Returns three pages of four images each, loaded an hour apart, the first page last.
    private func saved() -> CachedFeed {
        cached(
            Array(a[0..<4]), at: time.value - 3600, entityTag: "\"old\"", then: (Array(a[4..<8]), time.value - 7200),
            (Array(a[8..<12]), time.value - 10_800))
    }

    @Test func `A new first page that overlaps the saved feed keeps the pages behind, with their times`() async throws {
        let new = uniqueImage()
        let first = [new] + a[0..<3]
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(first, entityTag: "\"new\""))), store: FeedStoreSpy(saved()),
            time: time)

        let page = try await fixture.load.load()

        #expect(page.images == first)
        #expect(page.loadMore != nil)
        #expect(page.loadedAt == time.value)
        let rest = CachedFeedPage(images: [a[3]], loadedAt: time.value - 3600)
        #expect(
            fixture.store.cached
                == CachedFeed(
                    pages: cached(first, at: time.value).pages + [rest] + saved().pages[1...],
                    entityTag: "\"new\""))
        let offline = try await fixture.load.loadCached()
        #expect(offline.images == [new] + a)
        #expect(offline.loadedAt == time.value)
    }

    @Test func `Images that the server no longer lists between others are removed, and the rest stays`() async throws {
        let first = [a[0], a[2], uniqueImage(), a[5]]
        #expect(try await keptAfter(first) == first + a[6...])
    }

    @Test func `A first page whose last image isn't cached keeps nothing: what is between is unknown`() async throws {
        let first = [a[0], a[1], a[2], uniqueImage()]
        #expect(try await keptAfter(first) == first)
        let allNew = (0..<4).map { _ in uniqueImage() }
        #expect(try await keptAfter(allNew) == allNew)
    }

    @Test func `A first page in another order keeps nothing, nor does an empty one`() async throws {
        let first = [a[1], a[0], a[2], a[3]]
        #expect(try await keptAfter(first) == first)
        #expect(try await keptAfter([]) == [])
    }

    @Test func `Offline, a page that is seven days old and what follows it are not shown`() async throws {
        for (age, count) in [(604_799.0, 12), (604_800, 4), (-301, 4)] {
            let store = FeedStoreSpy(
                cached(
                    Array(a[0..<4]), at: time.value, then: (Array(a[4..<8]), time.value - age),
                    (Array(a[8..<12]), time.value)))
            let fixture = LoadFeedFixture(client: .answering(), store: store, time: time)
            let before = store.cached

            #expect(try await fixture.load.loadCached().images == Array(a.prefix(count)))
            #expect(store.cached == before)
        }
    }

    @Test func `Pages that have expired are not kept behind a new first page`() async throws {
        time.set(time.value + 604_800 - 7200)
        #expect(try await keptAfter(Array(a[0..<4]), loadedAt: time.value - 604_800 + 7200) == Array(a[0..<4]))
    }

    @Test func `Loading more continues after the last shown image, and keeps what follows the page`() async throws {
        let (new, between) = (uniqueImage(), uniqueImage())
        let fixture = LoadFeedFixture(
            client: .answering(
                .success(feedAnswer([new] + a[0..<3])), .success(feedAnswer([a[3], between, a[4], a[5]])),
                .success(feedAnswer([]))), store: FeedStoreSpy(saved()), time: time)
        let page = try await fixture.load.load()
        let loadedAt = time.value
        time.set(loadedAt + 60)

        let more = try #require(try await page.loadMore?())

        #expect(fixture.client.urls[1] == anyAddress.feed(after: a[2].id))
        #expect(more.images == [new] + a[0..<4] + [between, a[4], a[5]])
        #expect(
            fixture.store.cached
                == cached(
                    [new] + a[0..<3], at: loadedAt, then: ([a[3], between, a[4], a[5]], loadedAt + 60),
                    ([a[6], a[7]], loadedAt - 7200), (Array(a[8..<12]), loadedAt - 10_800)))

        let end = try #require(try await more.loadMore?())

        #expect(end.images == more.images)
        #expect(fixture.store.cached?.images == more.images)
    }

    @Test(arguments: [15, 20])
    func `A feed is whole after a short page or one with nothing new, also in the cache`(count: Int) async throws {
        let (new, images) = (uniqueImage(), (0..<count).map { _ in uniqueImage() })
        let fixture = LoadFeedFixture(
            client: .answering(
                .success(feedAnswer(Array(images[..<10]))), .success(feedAnswer(Array(images[10...]))),
                .success(feedAnswer([])), .success(feedAnswer([new] + images[..<9]))), time: time)
        let page = try await fixture.load.load()
        #expect(!page.isWhole)
        let more = try #require(try await page.loadMore?())
        #expect(more.isWhole == (count == 15))
        #expect(try await fixture.load.loadCached().isWhole == more.isWhole)
        let end = try #require(try await more.loadMore?())
        #expect(end.isWhole)
        #expect(try await fixture.load.loadCached().isWhole)

        #expect(try await !fixture.load.load().isWhole)
        let saved = try await fixture.load.loadCached()
        #expect(saved.images == [new] + images)
        #expect(saved.isWhole)
    }

    @Test func `A saved feed whose last page has expired isn't whole; one that is confirmed stays so`() async throws {
        let images = (0..<20).map { _ in uniqueImage() }
        let end = CachedFeedPage(
            images: Array(images[10...]), loadedAt: time.value - 604_800, isEnd: true)
        let first = Array(images[..<10])
        let expired = CachedFeed(pages: [CachedFeedPage(images: first, loadedAt: time.value), end])
        let fixture = LoadFeedFixture(client: .answering(), store: FeedStoreSpy(expired), time: time)
        #expect(try await !fixture.load.loadCached().isWhole)

        let page = CachedFeedPage(images: first, loadedAt: time.value, isEnd: true)
        let confirmed = LoadFeedFixture(
            client: .answering(.success(answer(304))),
            store: FeedStoreSpy(CachedFeed(pages: [page], entityTag: "\"tag\"")), time: time)
        #expect(try await confirmed.load.load().isWhole)
        #expect(try await confirmed.load.loadCached().isWhole)
    }

    @Test func `B159 A saved feed that is damaged is replaced as a whole`() async throws {
        let first = Array(a[0..<4])
        let store = FeedStoreSpy(saved(), failing: [.damage])
        let fixture = LoadFeedFixture(client: .answering(.success(feedAnswer(first))), store: store, time: time)

        _ = try await fixture.load.load()

        #expect(store.cached == cached(first, at: time.value))
    }

    /// Returns the images cached after a first page from the server.
    private func keptAfter(_ first: [FeedImage], loadedAt: Date? = nil) async throws -> [FeedImage] {
        let before = loadedAt.map { cached(Array(a[0..<4]), at: $0, then: (Array(a[4...]), $0 - 7200)) } ?? saved()
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(first))), store: FeedStoreSpy(before), time: time)
        #expect(try await fixture.load.load().images == first)
        return fixture.store.cached?.images ?? []
    }
}

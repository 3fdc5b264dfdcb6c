import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs) struct LoadFeedEntityTagTests {
    private let time = TestTime()
    private let saved = uniqueFeed()

    @Test func `The cached entity tag is sent with the next request; without one it is unconditional`() async throws {
        for entityTag in [nil, "\"a\""] {
            let fixture = LoadFeedFixture(
                client: .answering(.success(feedAnswer([]))),
                store: FeedStoreSpy(cached(saved, at: time.value, entityTag: entityTag)))

            _ = try await fixture.load.load()

            #expect(fixture.client.requests.map { $0.headerFields[.ifNoneMatch] } == [entityTag])
        }
    }

    @Test(
        "304 delivers the saved feed as remote, with its appended pages, and renews its time, expired or not",
        arguments: [60, 604_800, 1e8, -301])
    func loadDeliversTheSavedFeedWhenNotModified(age: TimeInterval) async throws {
        let fixture = LoadFeedFixture(
            client: .answering(.success(answer(304))),
            store: FeedStoreSpy(cached(saved, at: time.value - age, entityTag: "\"a\"")), time: time)

        let page = try await fixture.load.load()

        #expect(page.images == saved)
        #expect(page.origin.isRemote)
        #expect(page.loadedAt == time.value)
        #expect(page.loadMore != nil)
        let renewed = cached(saved, at: time.value, entityTag: "\"a\"")
        #expect(fixture.store.writes == [.begin, .delete, .insert(renewed), .commit])
        #expect(fixture.store.cached == renewed)
    }

    @Test func `Appended pages keep the first page's entity tag, and stay after a 304`() async throws {
        let more = uniqueFeed()
        let fixture = LoadFeedFixture(
            client: .answering(
                .success(feedAnswer(saved, entityTag: "\"first\"")), .success(feedAnswer(more, entityTag: "\"more\"")),
                .success(answer(304))), time: time)
        let page = try await fixture.load.load()
        _ = try await page.loadMore?()
        let loadedAt = time.value
        #expect(fixture.store.cached == cached(saved, at: loadedAt, entityTag: "\"first\"", then: (more, loadedAt)))
        time.set(loadedAt + 60)

        let refreshed = try await fixture.load.load()

        #expect(fixture.client.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, nil, "\"first\""])
        #expect(refreshed.images == saved + more)
        #expect(
            fixture.store.cached == cached(saved, at: loadedAt + 60, entityTag: "\"first\"", then: (more, loadedAt)))
    }

    @Test func `A 304 renews the first page alone: an expired page behind it goes, with all after it`() async throws {
        let (kept, expired, last) = (uniqueFeed(), uniqueFeed(), uniqueFeed())
        let fixture = LoadFeedFixture(
            client: .answering(.success(answer(304))),
            store: FeedStoreSpy(
                cached(
                    saved, at: time.value - 1e6, entityTag: "\"a\"", then: (kept, time.value - 604_799),
                    (expired, time.value - 604_800), (last, time.value - 1))), time: time)

        let page = try await fixture.load.load()

        #expect(page.images == saved + kept)
        #expect(page.loadedAt == time.value)
        #expect(
            fixture.store.cached
                == cached(saved, at: time.value, entityTag: "\"a\"", then: (kept, time.value - 604_799)))
    }

    @Test func `A page that is appended while the server confirms the feed stays`() async throws {
        let more = uniqueFeed()
        let fixture = LoadFeedFixture(
            client: HTTPClientSpy(), store: FeedStoreSpy(cached(saved, at: time.value, entityTag: "\"a\"")), time: time)
        let page = try await fixture.load.loadCached()
        let refresh = Task { try await fixture.load.load() }
        try await fixture.client.held.arrival(0)
        let loadMore = Task { try await page.loadMore?() }
        try await fixture.client.held.arrival(1)

        fixture.client.held.answer(1, with: .success(feedAnswer(more)))
        #expect(try await loadMore.value?.images == saved + more)
        fixture.client.held.answer(0, with: .success(answer(304)))

        #expect(try await refresh.value.images == saved + more)
        #expect(fixture.store.cached?.images == saved + more)
    }

    @Test func `A confirmed feed is delivered even if the cache was deleted or replaced meanwhile`() async throws {
        for other in [nil, cached(uniqueFeed(), at: time.value, entityTag: "\"b\"")] {
            let store = FeedStoreSpy(cached(saved, at: time.value, entityTag: "\"a\""))
            let fixture = LoadFeedFixture(client: HTTPClientSpy(), store: store, time: time)
            let refresh = Task { try await fixture.load.load() }
            try await fixture.client.held.arrival(0)

            try await store.delete()
            if let other { try await store.transaction { try $0.insert(other) } }
            fixture.client.held.answer(0, with: .success(answer(304)))

            #expect(try await refresh.value.images == saved)
            #expect(store.cached == cached(saved, at: time.value, entityTag: "\"a\""))
        }
    }

    @Test func `A confirmed feed is delivered even if the renewed time cannot be saved`() async throws {
        let before = cached(saved, at: time.value - 60, entityTag: "\"a\"")
        let fixture = LoadFeedFixture(
            client: .answering(.success(answer(304))), store: FeedStoreSpy(before, failing: [.insert]), time: time)

        #expect(try await fixture.load.load().images == saved)
        #expect(fixture.store.cached == before)
        #expect(fixture.log.errors.count == 1)
    }

    @Test func `An unrequested 304 as the answer to a load-more is invalid data`() async throws {
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(saved, entityTag: "\"a\"")), .success(answer(304))))
        let page = try await fixture.load.load()
        let before = fixture.store.cached

        #expect(await fault(of: { try await page.loadMore?() }) == .status(304))
        #expect(fixture.client.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, nil])
        #expect(fixture.store.cached == before)
    }
}

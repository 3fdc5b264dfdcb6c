import EssentialFeed
import Foundation
import HTTPTransport
import Testing
import TestSupport

@Suite(.detectsHangs) struct LoadMoreFeedTests {
    private let time = TestTime()
    private let first = uniqueFeed()

    @Test func `B161 Load-more requests what follows the last image, and adds the new to the shown`() async throws {
        let (second, third) = (uniqueFeed(), [uniqueImage()])
        let fixture = fixture(.success(feedAnswer(second)), .success(feedAnswer(third)))
        let page = try await fixture.load.load()

        let more = try #require(try await page.loadMore?())
        let most = try #require(try await more.loadMore?())

        #expect(more.images == first + second)
        #expect(most.images == first + second + third)
        let expected = [anyAddress.feed(), anyAddress.feed(after: first[3].id), anyAddress.feed(after: second[3].id)]
        #expect(fixture.client.urls == expected)
        #expect(most.origin.isRemote)
    }

    @Test func `B162 The merged list is saved, each page with the time at which it was loaded`() async throws {
        let second = uniqueFeed()
        let fixture = fixture(.success(feedAnswer(second)))
        let loadedAt = time.value
        let page = try await fixture.load.load()
        time.set(loadedAt + 604_000)

        let more = try #require(try await page.loadMore?())

        #expect(more.loadedAt == loadedAt)
        let merged = cached(first, at: loadedAt, then: (second, time.value))
        #expect(fixture.store.cached == merged)
        #expect(merged.loadedAt == loadedAt)
        let steps: [FeedStoreSpy.Step] = [.begin, .delete, .insert(merged), .commit]
        #expect(Array(fixture.store.writes.suffix(4)) == steps)
    }

    @Test func `B162 A page after the saved feed is appended; the feed stays saved, with its time`() async throws {
        let second = uniqueFeed()
        let loadedAt = time.value - 7200
        let fixture = LoadFeedFixture(
            client: .answering(.failure(anyError()), .success(feedAnswer(second, entityTag: "\"second\""))),
            store: FeedStoreSpy(cached(first, at: loadedAt, entityTag: "\"first\"")), time: time)
        let page = try await fixture.load.load()

        let more = try #require(try await page.loadMore?())

        #expect(more.images == first + second)
        #expect(more.loadedAt == loadedAt)
        // The server has answered: the feed is still the cached one, but no longer because of an error.
        #expect(more.remoteFault == nil)
        #expect(!more.origin.isRemote)
        #expect(fixture.store.cached == cached(first, at: loadedAt, entityTag: "\"first\"", then: (second, time.value)))
    }

    @Test func `B162 A merged list that can't be saved is shown nevertheless, and the error reported`() async throws {
        let second = uniqueFeed()
        let fixture = fixture(.success(feedAnswer(second)))
        let page = try await fixture.load.load()
        fixture.store.fail(at: [.insert])

        #expect(try await page.loadMore?().images == first + second)
        #expect(fixture.store.cached == cached(first, at: time.value))
        #expect(fixture.log.errors.count == 1)
    }

    @Test func `B163 A page that is empty or has no new id ends the list, which stays as it was`() async throws {
        for next in [[], first, [first[2], first[2]]] {
            let fixture = fixture(.success(feedAnswer(next)))
            let page = try await fixture.load.load()
            let writes = fixture.store.writes

            let end = try #require(try await page.loadMore?())

            #expect(end.images == first)
            #expect(end.loadedAt == page.loadedAt)
            #expect(end.loadMore == nil)
            #expect(fixture.store.writes == writes)
        }
    }

    @Test func `B006 B163 A short page still offers more`() async throws {
        let fixture = fixture(.success(feedAnswer([uniqueImage()])))
        let page = try await fixture.load.load()

        #expect(try await page.loadMore?().loadMore != nil)
    }

    @Test func `B164 B158 A load-more that fails leaves the saved list as it was, and can be repeated`() async throws {
        let second = uniqueFeed()
        let failures: [Result<DataResponse, any Error>] = [
            .failure(anyError()), .success(answer(500)), .success(answer(text: "not JSON")),
        ]
        for failure in failures {
            let fixture = fixture(failure, .success(feedAnswer(second)))
            let page = try await fixture.load.load()
            let (before, steps) = (fixture.store.cached, fixture.store.steps)

            #expect(await fault(of: { try await page.loadMore?() }) != nil)
            #expect(fixture.store.cached == before)
            #expect(fixture.store.steps == steps)
            #expect(try await page.loadMore?().images == first + second)
        }
    }

    @Test func `B029 A load-more that is cancelled during its save throws a cancellation`() async throws {
        let held = HeldCalls<Void>()
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(uniqueFeed()))),
            store: FeedStoreSpy(cached(first, at: time.value), holding: .committed, in: held), time: time)
        let page = try await fixture.load.loadCached()
        let task = Task { try await page.loadMore?() }
        try await held.arrival(0)

        task.cancel()
        held.open()

        #expect(await fault(of: { try await task.value }) == .cancelled)
    }

    /// Returns a fixture whose server answers with the first page, and then with the given answers.
    private func fixture(_ answers: Result<DataResponse, any Error>...) -> LoadFeedFixture {
        let first = first
        let rest = HTTPClientSpy.queue([.success(feedAnswer(first))] + answers)
        return LoadFeedFixture(client: HTTPClientSpy(rest), time: time)
    }
}

import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Testing
import TestSupport

@Suite(.detectsHangs) struct LoadFeedTests {
    private let time = TestTime()
    private let saved = uniqueFeed()
    private static let failures: [(Result<DataResponse, any Error>, Fault)] = [
        (.failure(HTTPClientError(.refused)), .connectivity), (.failure(anyError()), .connectivity),
        (.failure(HTTPClientError(.tooLarge(limit: 1))), .refused(.tooLarge(limit: 1))),
        (.success(answer(500)), .status(500)), (.success(answer(304)), .status(304)),
        (.success(answer(text: "not JSON")), .malformed),
    ]

    @Test(.watchesTasks) func `B028 B060 Creating the use cases sends nothing and doesn't touch the store`() async {
        let fixture = LoadFeedFixture(client: .answering())
        _ = ValidateFeedCache(store: fixture.store, now: time.now)
        await letOthersRun()

        #expect(fixture.client.requests.isEmpty)
        #expect(fixture.store.steps.isEmpty)
    }

    @Test func `B023 B155 The remote feed is shown, as remote, as of now, and replaces the saved one`() async throws {
        let feed = uniqueFeed()
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(feed, entityTag: "\"new\""))),
            store: FeedStoreSpy(cached(saved, at: time.value - 60)), time: time)

        let page = try await fixture.load.load()

        #expect(page.images == feed)
        #expect(page.origin.isRemote)
        #expect(page.loadedAt == time.value)
        #expect(fixture.client.urls == [anyAddress.feed()])
        #expect(fixture.store.cached == cached(feed, at: time.value, entityTag: "\"new\""))
        #expect(
            fixture.store.writes
                == [.begin, .delete, .insert(cached(feed, at: time.value, entityTag: "\"new\"")), .commit])
        #expect(fixture.log.errors.isEmpty)
    }

    @Test func `B156 B158 After any remote failure the saved feed is shown, with the reason, unchanged`() async throws {
        for (failure, expected) in Self.failures {
            let loadedAt = time.value - 604_799
            let store = FeedStoreSpy(cached(saved, at: loadedAt))
            let fixture = LoadFeedFixture(client: .answering(failure), store: store, time: time)

            let page = try await fixture.load.load()

            #expect(page.images == saved)
            #expect(page.remoteFault == expected)
            #expect(page.loadedAt == loadedAt)
            #expect(store.writes.isEmpty)
            #expect(store.cached == cached(saved, at: loadedAt))
        }
    }

    @Test func `B027 B157 B158 With nothing valid saved a remote failure is an error that carries its cause`() async {
        for (failure, expected) in Self.failures {
            let expired = cached(saved, at: time.value - 604_800)
            let stores = [
                FeedStoreSpy(), FeedStoreSpy(expired),
                FeedStoreSpy(cached(saved, at: time.value + 301)),
                FeedStoreSpy(cached(saved, at: time.value), failing: [.retrieve]),
            ]
            for store in stores {
                let fixture = LoadFeedFixture(client: .answering(failure), store: store, time: time)
                let before = store.cached

                let error = await fixture.failure()

                #expect(error?.remote.map(Fault.init) == expected)
                #expect(store.writes.isEmpty)
                #expect(store.cached == before)
            }
        }
    }

    @Test func `B157 The error says why the cached feed could not be read`() async {
        let fixture = LoadFeedFixture(client: .answering(), store: FeedStoreSpy(failing: [.retrieve]))

        let error = await fixture.failure()

        #expect(error?.cache as? FeedStoreSpy.Failed == FeedStoreSpy.Failed(at: .retrieve))
        #expect(await LoadFeedFixture(client: .answering()).failure()?.cache == nil)
    }

    @Test func `B157 A saved empty feed is shown as empty, not as an error`() async throws {
        let store = FeedStoreSpy(cached([], at: time.value))
        let page = try await LoadFeedFixture(client: .answering(), store: store, time: time).load.load()

        #expect(page.images.isEmpty)
        #expect(page.remoteFault == .connectivity)
        #expect(page.loadMore == nil)
    }

    @Test(
        "B159 A cache that cannot be written does not fail the load, and is reported",
        arguments: [FeedStoreSpy.Failure.begin, .delete, .insert, .commit])
    func loadDeliversTheRemoteFeedWhenSavingFails(failure: FeedStoreSpy.Failure) async throws {
        let before = cached(saved, at: time.value - 60)
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(uniqueFeed()))), store: FeedStoreSpy(before, failing: [failure]))

        let page = try await fixture.load.load()

        #expect(page.origin.isRemote)
        #expect(fixture.store.cached == before)
        #expect(fixture.log.errors.map { $0 as? FeedStoreSpy.Failed } == [FeedStoreSpy.Failed(at: failure)])
    }

    @Test func `B159 A cache that cannot be read doesn't prevent the remote feed, and is reported`() async throws {
        let fixture = LoadFeedFixture(
            client: .answering(.success(feedAnswer(saved))), store: FeedStoreSpy(failing: [.retrieve]))

        #expect(try await fixture.load.load().images == saved)
        #expect(fixture.client.requests.map(\.headerFields) == [[:]])
        #expect(fixture.log.errors.count == 1)
    }

    @Test func `B005 B160 A first page can load more iff it has an image, and goes on after its last`() async throws {
        let one = [uniqueImage()]
        for images in [[], one, saved] {
            let remote = LoadFeedFixture(client: .answering(.success(feedAnswer(images)), .success(feedAnswer([]))))
            let local = LoadFeedFixture(
                client: .answering(.failure(anyError()), .success(feedAnswer([]))),
                store: FeedStoreSpy(cached(images, at: time.value)), time: time)
            for fixture in [remote, local] {
                let page = try await fixture.load.load()

                #expect((page.loadMore != nil) == !images.isEmpty)
                _ = try await page.loadMore?()
                let expected = images.last.map { anyAddress.feed(after: $0.id) }
                #expect(Array(fixture.client.urls.dropFirst()) == (expected.map { [$0] } ?? []))
            }
        }
    }

    @Test func `Loading the cached feed sends nothing, and says that the server wasn't asked`() async throws {
        let loadedAt = time.value - 7200
        let fixture = LoadFeedFixture(
            client: .answering(), store: FeedStoreSpy(cached(saved, at: loadedAt)), time: time)

        let page = try await fixture.load.loadCached()

        #expect(page.images == saved)
        #expect(!page.origin.isRemote && page.remoteFault == nil)
        #expect(page.loadedAt == loadedAt)
        #expect(fixture.client.requests.isEmpty)
        await #expect(throws: LoadFeedError.self) {
            try await LoadFeedFixture(client: .answering()).load.loadCached()
        }
    }

    @Test(
        "B029 B158 A load that is cancelled while it waits for the answer throws a cancellation, and the cached feed stays"
    )
    func loadDeliversNothingWhenCancelled() async throws {
        let before = cached(saved, at: time.value)
        let fixture = LoadFeedFixture(client: HTTPClientSpy(), store: FeedStoreSpy(before), time: time)
        let task = Task { try await fixture.load.load() }
        try await fixture.client.held.arrival(0)

        task.cancel()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(fixture.client.held.cancelled == [0])
        #expect(fixture.store.steps == [.retrieve])
        #expect(fixture.store.cached == before)
    }

    @Test(
        "B029 A load that is cancelled in any call of the store throws a cancellation, and reports nothing",
        arguments: [FeedStoreSpy.Pause.retrieved, .begun, .committed])
    func loadDeliversNothingWhenCancelledInTheStore(place: FeedStoreSpy.Pause) async throws {
        let held = HeldCalls<Void>()
        let store = FeedStoreSpy(cached(saved, at: time.value), holding: place, in: held)
        let fixture = LoadFeedFixture(client: .answering(.success(feedAnswer([]))), store: store, time: time)
        let task = Task { try await fixture.load.load() }
        try await held.arrival(0)

        task.cancel()
        held.open()

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(fixture.log.errors.isEmpty)
    }

    @Test func `B029 A load whose cancelled store call fails ends as cancelled, without a report`() async throws {
        let store = FeedStoreSpy { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        let fixture = LoadFeedFixture(client: .answering(), store: store)
        for work in [fixture.load.load, fixture.load.loadCached] {
            let task = Task { try await work() }

            #expect(await fault(of: { try await task.value }) == .cancelled)
        }
        #expect(fixture.client.requests.isEmpty)
        #expect(fixture.log.errors.isEmpty)
    }
}

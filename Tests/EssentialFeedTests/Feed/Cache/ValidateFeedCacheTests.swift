import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite(.detectsHangs) struct ValidateFeedCacheTests {
    private let time = TestTime()

    @Test func `B080 B086 A cache that is damaged is deleted, and the validation succeeds`() async throws {
        let store = FeedStoreSpy(cached(uniqueFeed(), at: time.value), failing: [.damage])

        try await validate(store)

        #expect(store.steps == [.retrieve, .deleteCache(loadedAt: nil)])
        #expect(store.cached == nil)
    }

    @Test func `B080 If retrieving fails otherwise, nothing is deleted, and that error is thrown`() async throws {
        let saved = cached(uniqueFeed(), at: time.value)
        let store = FeedStoreSpy(saved, failing: [.retrieve])

        await #expect(throws: FeedStoreSpy.Failed(at: .retrieve)) { try await validate(store) }
        #expect(store.steps == [.retrieve])
        #expect(store.cached == saved)
    }

    @Test func `B081 An empty cache is not deleted, and the validation succeeds`() async throws {
        let store = FeedStoreSpy()

        try await validate(store)

        #expect(store.steps == [.retrieve])
    }

    @Test func `B082 A feed of seven days less a second is kept`() async throws {
        let saved = cached(uniqueFeed(), at: time.value - 604_799)
        let store = FeedStoreSpy(saved)

        try await validate(store)

        #expect(store.steps == [.retrieve])
        #expect(store.cached == saved)
    }

    @Test(arguments: [604_800, 604_801] as [TimeInterval])
    func `B083 B084 B088 A feed of seven days or more is deleted, with success`(age: TimeInterval) async throws {
        let loadedAt = time.value - age
        let store = FeedStoreSpy(cached(uniqueFeed(), at: loadedAt))

        try await validate(store)

        #expect(store.steps == [.retrieve, .deleteCache(loadedAt: loadedAt)])
        #expect(store.cached == nil)
    }

    @Test func `A feed more than five minutes ahead is kept, and the validation doubts the clock`() async throws {
        let saved = cached(uniqueFeed(), at: time.value + 301)
        let ahead = FeedStoreSpy(saved)
        await #expect(throws: FeedCacheClockError(loadedAt: saved.loadedAt)) { try await validate(ahead) }
        #expect(ahead.steps == [.retrieve])
        #expect(ahead.cached == saved)

        let store = FeedStoreSpy(cached([], at: time.value + 300))

        try await validate(store)

        #expect(store.steps == [.retrieve])
    }

    @Test func `Expired pages behind a valid first page are deleted, with all that follow them`() async throws {
        let (first, second, third, fourth) = (uniqueFeed(), uniqueFeed(), uniqueFeed(), uniqueFeed())
        let store = FeedStoreSpy(
            cached(
                first, at: time.value, entityTag: "\"a\"", then: (second, time.value - 604_799),
                (third, time.value - 604_800), (fourth, time.value)))

        try await validate(store)

        let rest = cached(first, at: time.value, entityTag: "\"a\"", then: (second, time.value - 604_799))
        #expect(store.cached == rest)
        #expect(store.steps == [.retrieve, .begin, .delete, .insert(rest), .commit])
    }

    @Test func `A feed that was saved while expired pages were examined is kept as it is`() async throws {
        let held = HeldCalls<Void>()
        let feed = uniqueFeed()
        let store = FeedStoreSpy(
            cached(uniqueFeed(), at: time.value, then: (uniqueFeed(), time.value - 604_800)), holding: .begun, in: held)
        let task = Task { try await validate(store) }
        try await held.arrival(0)

        let save = Task { try await CacheFeed(store: store, now: time.now).save(feed) }
        try await held.arrival(1)
        held.release(1)
        _ = try await save.value
        held.open()
        try await task.value

        #expect(store.cached == cached(feed, at: time.value))
    }

    @Test func `B085 If neither retrieval nor deletion works, the validation fails with the deletion's error`() async {
        let store = FeedStoreSpy(failing: [.damage, .deleteCache])

        await #expect(throws: FeedStoreSpy.Failed(at: .deleteCache)) { try await validate(store) }
    }

    @Test func `B087 When an expired feed cannot be deleted, the validation fails with the deletion's error`() async {
        let saved = cached(uniqueFeed(), at: time.value - 604_800)
        let store = FeedStoreSpy(saved, failing: [.deleteCache])

        await #expect(throws: FeedStoreSpy.Failed(at: .deleteCache)) { try await validate(store) }
        #expect(store.cached == saved)
    }

    @Test func `B089 A validation in a cancelled task touches nothing`() async {
        let store = FeedStoreSpy(cached([], at: .distantPast))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await validate(store)
        }

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(store.steps.isEmpty)
    }

    @Test func `B089 A validation cancelled during the retrieval deletes nothing in any case`() async throws {
        let outcomes: [@Sendable () throws -> Void] = [{}, { throw anyError() }, { throw CancellationError() }]
        for outcome in outcomes {
            let held = HeldCalls<Void>()
            let store = FeedStoreSpy(cached([], at: .distantPast)) { pause in
                guard pause == .retrieved else { return }
                try await held.call(isCancellable: false)
                try outcome()
            }
            let task = Task { try await validate(store) }
            try await held.arrival(0)

            task.cancel()
            held.open()

            #expect(await fault(of: { try await task.value }) == .cancelled)
            #expect(store.steps == [.retrieve])
        }
    }

    @Test func `B089 A cancelled retrieval isn't a retrieval error`() async {
        let store = FeedStoreSpy(cached([], at: .distantPast)) { _ in throw CancellationError() }

        #expect(await fault(of: { try await validate(store) }) == .cancelled)
        #expect(store.steps == [.retrieve])
    }

    @Test func `B082 A feed that was saved while an expired one was examined is kept`() async throws {
        let held = HeldCalls<Void>()
        let feed = uniqueFeed()
        let store = FeedStoreSpy(cached([], at: time.value - 604_800), holding: .retrieved, in: held)
        let task = Task { try await validate(store) }
        try await held.arrival(0)

        try await CacheFeed(store: store, now: time.now).save(feed)
        held.open()
        try await task.value

        #expect(store.cached == cached(feed, at: time.value))
    }

    private func validate(_ store: FeedStoreSpy) async throws {
        try await ValidateFeedCache(store: store, now: time.now).validate()
    }
}

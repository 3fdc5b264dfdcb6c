import EssentialFeed
import Foundation
import Synchronization
import Testing
import TestSupport

@Suite(.detectsHangs) struct CacheFeedTests {
    private let time = TestTime()
    private let old = cached(uniqueFeed(), at: .distantPast, entityTag: "\"old\"")

    @Test func `B061 The current time is taken inside the transaction, after the deletion`() async {
        let asked = Mutex(0)
        func save(failing failure: FeedStoreSpy.Failure) async {
            let save = CacheFeed(store: FeedStoreSpy(failing: [failure])) {
                asked.withLock { $0 += 1 }
                return .now
            }
            await #expect(throws: FeedStoreSpy.Failed(at: failure)) { try await save.save([]) }
        }

        await save(failing: .begin)
        await save(failing: .delete)
        #expect(asked.withLock { $0 } == 0)
        await save(failing: .insert)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test(arguments: [uniqueFeed(), []])
    func `B061 B062 B065 Saving replaces the old feed by exactly the new, with the time, in one transaction`(
        feed: [FeedImage]
    ) async throws {
        let store = FeedStoreSpy(old)
        let new = cached(feed, at: time.value, entityTag: "\"new\"")

        let savedAt = try await CacheFeed(store: store, now: time.now).save(feed, entityTag: "\"new\"")

        #expect(store.steps == [.begin, .delete, .insert(new), .commit])
        #expect(store.cached == new)
        #expect(savedAt == time.value)
    }

    @Test(arguments: [(FeedStoreSpy.Failure.begin, 0), (.delete, 2), (.insert, 3), (.commit, 3)])
    func `B061 B063 B064 If a step fails, the save throws its error, and the old feed stays`(
        failure: FeedStoreSpy.Failure, steps: Int
    ) async {
        let feed = uniqueFeed()
        let store = FeedStoreSpy(old, failing: [failure])

        await #expect(throws: FeedStoreSpy.Failed(at: failure)) {
            try await CacheFeed(store: store, now: time.now).save(feed)
        }
        let all = [FeedStoreSpy.Step.begin, .delete, .insert(cached(feed, at: time.value))]
        #expect(store.steps == (steps == 0 ? [] : Array(all.prefix(steps)) + [.rollback]))
        #expect(store.cached == old)
    }

    @Test func `B066 A save that is cancelled before it begins writes nothing`() async {
        let store = FeedStoreSpy(old)
        let save = CacheFeed(store: store, now: time.now)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await save.save(uniqueFeed())
        }

        #expect(await fault(of: { try await task.value }) == .cancelled)
        #expect(store.steps.isEmpty)
        #expect(store.cached == old)
    }

    @Test(
        "B066 A save that has begun completes or rolls back even if its task is cancelled",
        arguments: [nil, FeedStoreSpy.Failure.insert])
    func saveIsNeverHalfDoneWhenCancelledAfterItBegan(failure: FeedStoreSpy.Failure?) async throws {
        let feed = uniqueFeed()
        let begun = HeldCalls<Void>()
        let store = FeedStoreSpy(old, failing: failure.map { [$0] } ?? [], holding: .begun, in: begun)
        let save = CacheFeed(store: store, now: time.now)
        let task = Task { try await save.save(feed) }
        try await begun.arrival(0)

        task.cancel()
        begun.open()

        if failure == nil {
            _ = try await task.value
            #expect(store.cached == cached(feed, at: time.value))
        } else {
            await #expect(throws: FeedStoreSpy.Failed(at: .insert)) { try await task.value }
            #expect(store.cached == old)
        }
    }

    @Test func `B164 A save that is no longer wanted when its turn comes changes nothing`() async throws {
        let wanted = Mutex(true)
        let begun = HeldCalls<Void>()
        let store = FeedStoreSpy(old, holding: .begun, in: begun)
        let save = CacheFeed(store: store, now: time.now)
        let task = Task { try await save.save(uniqueFeed()) { wanted.withLock { $0 } } }
        try await begun.arrival(0)

        wanted.withLock { $0 = false }
        begun.open()
        _ = try await task.value

        #expect(store.steps == [.begin, .commit])
        #expect(store.cached == old)
    }
}

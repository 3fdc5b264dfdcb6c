import Testing
import TestSupport

/// `letOthersRun()` shows that something doesn't happen, so it must see what does.
@Suite(.detectsHangs) struct TaskWatchTests {
    private actor Counter {
        private(set) var count = 0

        func add() { count += 1 }

        /// Adds one in each of a chain of tasks without a waiter, including detached ones.
        func startChain(_ length: Int) {
            add()
            guard length > 1 else { return }
            if length.isMultiple(of: 2) {
                Task { self.startChain(length - 1) }
            } else {
                Task.detached { await self.startChain(length - 1) }
            }
        }
    }

    @MainActor private final class Steps {
        var count = 0

        func startChain(_ length: Int) {
            count += 1
            if length > 1 { Task { self.startChain(length - 1) } }
        }
    }

    @Test(.watchesTasks)
    func `Everything that tasks do on actors and on the main actor is done when letOthersRun() returns`() async {
        for _ in 0..<20 {
            let counter = Counter()
            let steps = Steps()
            await counter.startChain(100)
            await steps.startChain(100)
            await letOthersRun()
            #expect(await counter.count == 100)
            #expect(await steps.count == 100)
        }
    }

    @Test(.watchesTasks) @MainActor
    func `Others also run if letOthersRun() is called on the main actor`() async {
        let steps = Steps()
        steps.startChain(100)
        await letOthersRun()
        #expect(steps.count == 100)
    }

    @Test(.watchesTasks)
    func `letOthersRun() returns while a task waits for the test, which can resume it later`() async {
        let counter = Counter()
        let clock = VirtualClock()
        let task = Task {
            await counter.add()
            try await clock.sleep(for: .seconds(1))
            await counter.add()
        }
        await letOthersRun()
        #expect(await counter.count == 1)
        clock.advance(by: .seconds(1))
        await letOthersRun()
        #expect(await counter.count == 2)
        _ = await task.result
    }

    @Test func `Without the trait, letOthersRun() waits for nothing and says so`() async {
        var isMissed = false
        await letOthersRun { isMissed = true }
        #expect(isMissed)
    }
}

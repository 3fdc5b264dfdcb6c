import Dispatch
import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import Synchronization
import TestSupport
import Testing

@Suite(.detectsHangs, .watchesTasks) struct ImageLoaderTests {
    @Test func `A decoder that continues after its request was cancelled delivers and leaves nothing`() async throws {
        let it = ImageLoaderFixture(isDecodingHeld: true, isDecodingCancellable: false)
        it.disk.store("a picture", for: a)
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
        it.decoder.calls.release(0)
        await letOthersRun()
        #expect(it.pictureInMemory(a) == nil)
    }

    @Test func `A request that is cancelled when its picture is about to be delivered gets nothing`() async throws {
        let it = ImageLoaderFixture(isDecodingHeld: true)
        it.disk.store("a picture", for: a)
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        it.decoder.onCost.withLock { $0 = { load.cancel() } }
        it.decoder.calls.open()
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
    }

    @Test func `A request in a cancelled task loads nothing`() async throws {
        let it = ImageLoaderFixture()
        let gate = HeldCalls<Void>()
        let load = Task {
            try await gate.call(isCancellable: false)
            return try await it.loader.picture(for: ImageRequest(a, size: card))
        }
        try await gate.arrival(0)
        load.cancel()
        gate.release(0)
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
        #expect(it.disk.reads.isEmpty)
    }

    @Test func `A request that is cancelled at any moment of its start gets nothing and leaves nothing`() async throws {
        for moment in 0..<10 {
            let it = ImageLoaderFixture()
            let task = it.load(a)
            for _ in 0..<moment { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self, "\(moment)") { try await task.valueInTime() }

            it.server.calls.answerAll(with: Data("a picture".utf8))
            #expect(try await it.load(a).valueInTime() == "a picture")
        }
    }

    @Test func `A request that looked into memory just before its picture came gets it from there`() async throws {
        let it = ImageLoaderFixture(isDecodingHeld: true)
        it.disk.store("a picture", for: a)
        let first = it.load(a)
        try await it.decoder.calls.arrival(0)
        let second = Mutex<Task<String, any Error>?>(nil)
        it.decoder.onCost.withLock {
            $0 = {
                // Runs on the pipeline, which has decoded the picture and has not kept it yet.
                guard second.withLock({ $0 == nil }) else { return }
                let executor = SteppingExecutor()
                let task = Task(executorPreference: executor) { try await it.loader.picture(for: a, size: card) }
                second.withLock { $0 = task }
                // The second request has looked into memory when it waits for the first time.
                executor.waits.wait()
            }
        }
        it.decoder.calls.open()
        #expect(try await first.valueInTime() == "a picture")
        #expect(try await second.withLock { $0 }?.valueInTime() == "a picture")
        #expect(it.decoder.sizes.count == 1)
        #expect(it.disk.reads == [a])
    }

    @Test func `B240 A queued preload that is raised starts at once; its ticket may be raised any time`() async throws {
        let it = ImageLoaderFixture()
        let preloads = (0..<4).map { it.load(url($0), at: card, .preload) }
        for call in 0..<4 { try await it.server.calls.arrival(call) }
        let ticket = ImageTicket()
        let load = it.load(a, at: card, .preload, ticket)
        await letOthersRun()
        #expect(it.disk.reads.last == a)
        #expect(it.server.calls.count == 4)
        ticket.raise(to: .visible)
        try await it.serve(4, "a picture")
        #expect(try await load.valueInTime() == "a picture")
        ticket.raise(to: .visible)

        let raised = ImageTicket()
        raised.raise(to: .visible)
        raised.raise(to: .preload)
        let early = it.load(b, at: card, .background, raised)
        try await it.serve(5, "another picture")
        #expect(try await early.valueInTime() == "another picture")
        for preload in preloads { preload.cancel() }
    }

    @Test func `B236 Bytes that can't be decoded are removed first, so that a retry asks the server`() async throws {
        for text in ["bad bytes", "cut bytes"] {
            let it = ImageLoaderFixture()
            it.disk.store(text, for: a)
            await #expect(throws: ImageLoaderFixture.Undecodable.self) { try await it.load(a).valueInTime() }
            #expect(it.removed.events == [a])
            #expect(it.errors.errors.count == 1)
            let retry = it.load(a)
            try await it.serve(0, "a picture")
            #expect(try await retry.valueInTime() == "a picture")
        }
    }

    @Test func `Bad bytes that can't be removed fail the request with their error, both being reported`() async throws {
        let errors = ErrorLog()
        let loader = ImageLoader(source: StuckSource(), decoder: ImageLoaderFixture().decoder, report: errors.report)
        for count in [2, 4] {
            await #expect(throws: ImageLoaderFixture.Undecodable.self) {
                try await loader.picture(for: ImageRequest(a, size: card))
            }
            #expect(errors.errors.count == count)
            #expect(errors.errors.last is StuckSource.Stuck)
        }
    }

    @Test func `A picture whose estimate exceeds the limit is refused, not decoded; its bytes stay`() async throws {
        let it = ImageLoaderFixture()
        it.disk.store("huge", for: a)
        await #expect(throws: ImageLoaderError.overBudget(estimatedBytes: 1 << 40, budget: 768 << 20)) {
            try await it.load(a).valueInTime()
        }
        #expect(it.decoder.sizes.isEmpty)
        #expect(it.disk.urls == [a])
    }

    @Test(
        "Data that isn't decoded, for its format or for lack of memory, stays cached, and the server isn't asked",
        arguments: ["foreign", "memory"])
    func pictureNotDecodedStays(text: String) async throws {
        let it = ImageLoaderFixture()
        it.disk.store(text, for: a)
        for _ in 0..<2 {
            await #expect(throws: ImageLoaderFixture.Undecoded.self) { try await it.load(a).valueInTime() }
        }
        #expect(it.disk.urls == [a])
        #expect(it.removed.events.isEmpty)
        #expect(it.server.urls.isEmpty)
        #expect(it.errors.errors.count == 2)
    }

    @Test func `B166 A request throws the server's error; a disk that can't be read is only reported`() async throws {
        let it = ImageLoaderFixture()
        it.disk.breakDown()
        let load = it.load(a)
        try await it.server.calls.arrival(0)
        it.server.calls.answer(0, with: .failure(RemoteError.invalidData(.empty)))
        await #expect(throws: RemoteError.self) { try await load.valueInTime() }
        #expect(it.errors.errors.count == 1)
    }

    @Test func `A decoded picture is in memory: the next request needs neither disk nor decoder`() async throws {
        let it = ImageLoaderFixture()
        it.disk.store("a picture", for: a)
        #expect(it.pictureInMemory(a) == nil)
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(it.pictureInMemory(a) == CachedPicture(picture: "a picture", isExact: true))
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(it.disk.reads == [a])
        #expect(it.memory.cost == 100)
    }

    @Test func `A picture at another size is decoded for it, from the disk; both stay in memory`() async throws {
        let it = ImageLoaderFixture()
        it.disk.store("a picture", for: a)
        _ = try await it.load(a).valueInTime()
        #expect(it.pictureInMemory(a, at: wide)?.isExact == false)
        _ = try await it.load(a, at: wide).valueInTime()
        #expect(it.decoder.sizes == [card, wide])
        #expect(it.pictureInMemory(a, at: card)?.isExact == true)
        #expect(it.pictureInMemory(a, at: wide)?.isExact == true)
        #expect(it.server.urls.isEmpty)
    }

    @Test func `Image data is cached without decoding, and not requested if it is already cached`() async throws {
        let it = ImageLoaderFixture()
        let storing = Task { try await it.loader.cacheData(of: a) }
        try await it.serve(0, "bytes")
        #expect(try await storing.valueInTime() == .downloaded(bytes: 5))
        #expect(try await it.loader.cacheData(of: a) == .alreadyCached)
        #expect(it.server.urls == [a])
        #expect(it.decoder.sizes.isEmpty)
    }
}

/// Runs each job on a separate thread, and signals when the job waits or ends.
private final class SteppingExecutor: TaskExecutor {
    let waits = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            waits.signal()
        }
    }
}

/// Has bytes that can't be decoded or removed.
private struct StuckSource: ImageSource {
    struct Stuck: Error {}

    func cached(_ url: URL) async throws -> Data? { Data("bad bytes".utf8) }
    func fetch(_ url: URL) async throws -> Data { throw anyError() }
    func remove(_ url: URL) async throws { throw Stuck() }
}

import Dispatch
import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import Synchronization
import TestSupport
import Testing

private let a = URL(string: "https://a-host.com/a")!
private let b = URL(string: "https://a-host.com/b")!

@Suite(.timeLimit(.minutes(1)), .watchesTasks) struct FeedImagePipelineTests {
    @Test("N020 Requests of one URL at the same time share one download and one decode")
    func test_picture_isSharedByRequestsOfOneURL() async throws {
        let it = PipelineFixture()
        let loads = (0..<5).map { _ in it.load(a) }
        try await it.looks(5)
        try await it.serve(0, "a picture")
        for load in loads { #expect(try await load.valueInTime() == "a picture") }
        #expect(it.server.urls == [a])
        #expect(it.decoder.sizes.count == 1)
        #expect(it.disk.reads == [a])
    }

    @Test("N020 The download goes on while somebody waits for it, and is cancelled with the last")
    func test_cancel_stopsTheDownloadWithTheLast() async throws {
        let it = PipelineFixture()
        let (first, second) = (it.load(a), it.load(a))
        try await it.looks(2)
        try await it.server.calls.arrival(0)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.valueInTime() }
        #expect(it.server.calls.cancelled == [])
        second.cancel()
        try await it.server.calls.cancellation(0)
        await #expect(throws: CancellationError.self) { try await second.valueInTime() }
        #expect(it.decoder.sizes.isEmpty)
    }

    @Test("N021 A decoder that goes on after its request was cancelled delivers nothing and leaves nothing in memory")
    func test_cancel_whileDecodingDeliversNothing() async throws {
        let it = PipelineFixture(isDecodingHeld: true, isDecodingCancellable: false)
        it.disk.store("a picture", for: a)
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
        it.decoder.calls.release(0)
        try await it.trace.wait { events in events.contains { $0.stage == .decode } }
        await letOthersRun()
        #expect(it.pipeline.pictureInMemory(for: a) == nil)
    }

    @Test("N021 A request that is cancelled when its picture is about to be delivered is delivered nothing")
    func test_picture_cancelledWithItsAnswer() async throws {
        let it = PipelineFixture(isDecodingHeld: true)
        it.disk.store("a picture", for: a)
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        it.decoder.onCost.withLock { $0 = { load.cancel() } }
        it.decoder.calls.open()
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
    }

    @Test("N021 A request that was cancelled before it began loads nothing")
    func test_picture_cancelledBefore() async throws {
        let it = PipelineFixture()
        let gate = HeldCalls<Void>()
        let load = Task {
            try await gate.call(isCancellable: false)
            return try await it.pipeline.picture(for: a, ticket: ImageTicket(.visible))
        }
        try await gate.arrival(0)
        load.cancel()
        gate.release(0)
        await #expect(throws: CancellationError.self) { try await load.valueInTime() }
        #expect(it.disk.reads.isEmpty)
    }

    @Test(
        "N020 N021 A request that is cancelled on its way in, at whatever moment, is delivered nothing and leaves nothing"
    )
    func test_picture_cancelledOnItsWay() async throws {
        for moment in 0..<10 {
            let looks = Mutex(0)
            let load = Mutex<Task<String, any Error>?>(nil)
            let it = PipelineFixture {
                let isIt = looks.withLock { looks in
                    defer { looks += 1 }
                    return looks == moment
                }
                if isIt { load.withLock { $0 }?.cancel() }
            }
            let gate = HeldCalls<Void>()
            let task = Task {
                try await gate.call()
                return try await it.pipeline.picture(for: a, ticket: ImageTicket(.visible))
            }
            load.withLock { $0 = task }
            try await gate.arrival(0)
            gate.release(0)
            await letOthersRun()
            // Where that moment does not come before the server answers. A second cancellation would do nothing.
            task.cancel()
            await #expect(throws: CancellationError.self, "\(moment)") { try await task.valueInTime() }

            it.server.calls.answerAll(with: Data("a picture".utf8))
            #expect(try await it.load(a).valueInTime() == "a picture")
        }
    }

    @Test("N020 N028 Who looked for a picture just before it came into memory gets it from there")
    func test_picture_comesIntoMemoryMeanwhile() async throws {
        let looks = DispatchSemaphore(value: 0)
        let isSecond = Mutex(false)
        let it = PipelineFixture(isDecodingHeld: true) {
            if isSecond.withLock({ $0 }) { looks.signal() }
        }
        it.disk.store("a picture", for: a)
        let first = it.load(a)
        try await it.decoder.calls.arrival(0)
        let second = Mutex<Task<String, any Error>?>(nil)
        it.decoder.onCost.withLock {
            $0 = {
                // On the pipeline, which has decoded the picture and kept it nowhere yet.
                guard
                    !isSecond.withLock({ isIt in
                        defer { isIt = true }; return isIt
                    })
                else { return }
                second.withLock { $0 = it.load(a) }
                // The second request looked at the clock before it looked into memory, and after it.
                looks.wait()
                looks.wait()
            }
        }
        it.decoder.calls.open()
        #expect(try await first.valueInTime() == "a picture")
        #expect(try await second.withLock { $0 }?.valueInTime() == "a picture")
        #expect(it.decoder.sizes.count == 1)
        #expect(it.disk.reads == [a])
    }

    @Test("N020 Who comes while a cancelled download ends waits for its end, and then loads")
    func test_picture_afterCancel() async throws {
        let it = PipelineFixture()
        let first = it.load(a)
        try await it.server.calls.arrival(0)
        first.cancel()
        let second = it.load(a)
        try await it.server.calls.cancellation(0)
        try await it.serve(1, "a picture")
        #expect(try await second.valueInTime() == "a picture")
    }

    @Test("N022 B240 A preload in the queue that is raised goes at once; its ticket may be raised at any time")
    func test_ticket_raisesWhatWaits() async throws {
        let it = PipelineFixture()
        let preloads = (0..<4).map { it.load(URL(string: "https://a-host.com/\($0)")!, ImageTicket(.preload)) }
        for call in 0..<4 { try await it.server.calls.arrival(call) }
        let ticket = ImageTicket(.preload)
        let load = it.load(a, ticket)
        try await it.trace.wait { events in events.contains { $0.url == a && $0.stage == .disk } }
        await letOthersRun()
        #expect(it.server.calls.count == 4)
        ticket.raise(to: .visible)
        try await it.serve(4, "a picture")
        #expect(try await load.valueInTime() == "a picture")
        ticket.raise(to: .visible)
        for preload in preloads { preload.cancel() }

        let raised = ImageTicket(.background)
        raised.raise(to: .visible)
        raised.raise(to: .preload)
        #expect(raised.priority == .visible)
    }

    @Test("N025 B236 Bytes that make no picture are removed before the request fails: a retry asks the server")
    func test_picture_ofBadBytesIsLoadedAnew() async throws {
        for text in ["bad bytes", "cut bytes"] {
            let it = PipelineFixture()
            it.disk.store(text, for: a)
            await #expect(throws: PipelineFixture.Undecodable.self) { try await it.load(a).valueInTime() }
            #expect(it.removed.events == [a])
            #expect(it.errors.errors.count == 1)
            let retry = it.load(a)
            try await it.serve(0, "a picture")
            #expect(try await retry.valueInTime() == "a picture")
        }
    }

    @Test("N029 A picture whose estimate exceeds the budget is refused, not decoded, and its bytes stay")
    func test_picture_overTheBudgetIsRefused() async throws {
        let it = PipelineFixture()
        it.disk.store("huge", for: a)
        await #expect(throws: FeedImageRefused(estimatedBytes: 1 << 40, budget: 256 << 20)) {
            try await it.load(a).valueInTime()
        }
        #expect(it.decoder.sizes.isEmpty)
        #expect(it.disk.urls == [a])
    }

    @Test(
        "N025 N032 What is not decoded here, or for want of memory, fails and stays stored: the server is not asked again",
        arguments: ["foreign", "memory"])
    func test_picture_notDecodedStays(text: String) async throws {
        let it = PipelineFixture()
        it.disk.store(text, for: a)
        for _ in 0..<2 {
            await #expect(throws: PipelineFixture.Undecoded.self) { try await it.load(a).valueInTime() }
        }
        #expect(it.disk.urls == [a])
        #expect(it.removed.events.isEmpty)
        #expect(it.server.urls.isEmpty)
        #expect(it.errors.errors.count == 2)
    }

    @Test("B166 The error of the server is the request's; a disk that cannot be read is reported and fails nothing")
    func test_picture_failsWithTheErrorOfTheServer() async throws {
        let it = PipelineFixture()
        it.disk.breakDown()
        let load = it.load(a)
        try await it.server.calls.arrival(0)
        it.server.calls.answer(0, with: .failure(RemoteError.invalidData(.empty)))
        await #expect(throws: RemoteError.self) { try await load.valueInTime() }
        #expect(it.errors.errors.count == 1)
    }

    @Test("N028 What was decoded is in memory: the next request needs neither disk nor decoder")
    func test_picture_fromMemory() async throws {
        let it = PipelineFixture()
        it.disk.store("a picture", for: a)
        #expect(it.pipeline.pictureInMemory(for: a) == nil)
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(it.pipeline.pictureInMemory(for: a) == CachedPicture(picture: "a picture", isCurrent: true))
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(it.disk.reads == [a])
        #expect(it.memory.cost == 100)
    }

    @Test("N028 N030 After the size has changed a picture is decoded again, for the new size")
    func test_picture_isDecodedForTheShownSize() async throws {
        let it = PipelineFixture()
        it.disk.store("a picture", for: a)
        _ = try await it.load(a).valueInTime()
        it.memory.shownSize = PixelSize(width: 8, height: 6)
        #expect(it.pipeline.pictureInMemory(for: a)?.isCurrent == false)
        _ = try await it.load(a).valueInTime()
        #expect(it.decoder.sizes == [PixelSize(width: 4, height: 3), PixelSize(width: 8, height: 6)])
        #expect(it.pipeline.pictureInMemory(for: a)?.isCurrent == true)
    }

    @Test("N028 N030 A picture whose size went out of date while it was decoded is kept as what it is")
    func test_picture_keepsTheSizeItWasDecodedFor() async throws {
        let it = PipelineFixture(isDecodingHeld: true)
        it.disk.store("a picture", for: a)
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        it.memory.shownSize = PixelSize(width: 8, height: 6)
        it.decoder.calls.open()
        #expect(try await load.valueInTime() == "a picture")
        #expect(it.pipeline.pictureInMemory(for: a)?.isCurrent == false)
    }

    @Test("N020 N032 The download of who wants an image stored is also that of who wants its picture")
    func test_storeBytes_sharesTheDownload() async throws {
        let it = PipelineFixture()
        let storing = Task { try await it.pipeline.storeBytes(of: a) }
        try await it.server.calls.arrival(0)
        let load = it.load(a)
        try await it.looks(1)
        await letOthersRun()
        try await it.serve(0, "a picture")
        _ = try await storing.valueInTime()
        #expect(try await load.valueInTime() == "a picture")
        #expect(it.server.urls == [a])
    }

    @Test("N032 Bytes are stored without decoding; what is stored already is not asked for")
    func test_storeBytes_storesOnce() async throws {
        let it = PipelineFixture()
        let storing = Task { try await it.pipeline.storeBytes(of: a) }
        try await it.serve(0, "bytes")
        #expect(try await storing.valueInTime() == .downloaded(bytes: 5))
        #expect(try await it.pipeline.storeBytes(of: a) == .alreadyStored)
        #expect(it.server.urls == [a])
        #expect(it.decoder.sizes.isEmpty)
        #expect(it.revalidated.events.isEmpty)
    }

    @Test("N033 A picture from the disk is delivered at once and revalidated behind; one that failed to is reported")
    func test_picture_isRevalidatedBehind() async throws {
        let it = PipelineFixture()
        for url in [a, b] { it.disk.store("a picture", for: url) }
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(try await it.load(b).valueInTime() == "a picture")
        try await it.revalidations.arrival(0)
        #expect(it.revalidated.events == [a])
        it.revalidations.answer(0, with: .failure(anyError()))
        try await it.revalidations.arrival(1)
        #expect(it.revalidated.events == [a, b])
        #expect(it.errors.errors.count == 1)
    }

    @Test("N033 A picture that the server has replaced is loaded anew when it is looked for again")
    func test_picture_isLoadedAnewOnceReplaced() async throws {
        let it = PipelineFixture()
        for url in [a, b] { it.disk.store("a picture", for: url) }
        for url in [a, b] { #expect(try await it.load(url).valueInTime() == "a picture") }
        try await it.revalidations.arrival(0)
        it.disk.store("another picture", for: a)
        it.revalidations.answer(0, with: .success(true))
        try await it.revalidations.arrival(1)
        #expect(it.pipeline.pictureInMemory(for: a) == nil)
        #expect(it.pipeline.pictureInMemory(for: b) != nil)
        #expect(try await it.load(a).valueInTime() == "another picture")
    }

    @Test("N033 A picture that is replaced while it is decoded is delivered, and not kept")
    func test_picture_replacedWhileDecodingIsNotKept() async throws {
        let it = PipelineFixture(isDecodingHeld: true)
        for url in [a, b] { it.disk.store("a picture", for: url) }
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        try await it.revalidations.arrival(0)
        let other = it.load(b)
        try await it.decoder.calls.arrival(1)
        it.revalidations.answer(0, with: .success(true))
        try await it.revalidations.arrival(1)
        it.decoder.calls.open()
        #expect(try await load.valueInTime() == "a picture")
        #expect(try await other.valueInTime() == "a picture")
        #expect(it.pipeline.pictureInMemory(for: a) == nil)
        #expect(it.pipeline.pictureInMemory(for: b) != nil)
    }

    @Test("N022 N028 Memory pressure gives up pictures and lets preloads wait until it is over")
    func test_memoryPressure_holdsPreloadsUntilItIsOver() async throws {
        let it = PipelineFixture()
        it.memory.limit = 400
        for number in 0..<4 {
            let url = URL(string: "https://a-host.com/\(number)")!
            it.memory.insert("a picture", for: url, size: it.memory.shownSize, cost: 100)
        }
        await it.pipeline.memoryPressure(true)
        #expect(it.memory.cost == 100)
        let preload = it.load(a, ImageTicket(.preload))
        try await it.looks(1)
        await letOthersRun()
        #expect(it.disk.reads.isEmpty)
        await it.pipeline.memoryPressure(false)
        try await it.serve(0, "a picture")
        #expect(try await preload.valueInTime() == "a picture")
    }

    @Test("Each stage of an image is told, with its bytes and when it began and ended")
    func test_trace_tellsEachStage() async throws {
        let it = PipelineFixture()
        let load = it.load(a)
        try await it.server.calls.arrival(0)
        it.clock.advance(by: .milliseconds(70))
        it.server.calls.answer(0, with: .success(Data("a picture".utf8)))
        _ = try await load.valueInTime()
        let events = it.trace.events
        #expect(events.map(\.stage) == [.memory, .queue, .disk, .queue, .download, .queue, .decode, .total])
        #expect(events.map(\.outcome) == [.notFound, .done, .notFound, .done, .done, .done, .done, .done])
        #expect(events[4].began == .zero && events[4].ended == .milliseconds(70) && events[4].bytes == 9)
        #expect(events[6].began == .milliseconds(70) && events[6].bytes == 100)
        #expect(events[7].request == 1 && events[7].ended == .milliseconds(70))

        // What the first load left behind is not the second one's.
        it.memory.removeAll()
        it.clock.advance(by: .milliseconds(30))
        _ = try await it.load(a).valueInTime()
        #expect(it.trace.events[events.count...].allSatisfy { $0.began == .milliseconds(100) })

        let second = it.load(b)
        try await it.server.calls.arrival(1)
        second.cancel()
        try await it.trace.wait { events in
            events.contains { $0.url == b && $0.stage == .download && $0.outcome == .cancelled }
                && events.contains { $0.url == b && $0.stage == .total && $0.outcome == .cancelled }
        }
    }
}

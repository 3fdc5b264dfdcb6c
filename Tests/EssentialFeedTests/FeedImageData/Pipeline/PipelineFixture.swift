import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import Synchronization
import TestSupport

/// The real pipeline; the disk is a dictionary, the server is answered by the test, a picture is the text of its bytes.
final class PipelineFixture: Sendable {
    struct Undecodable: Error {}
    struct Undecoded: Error {}

    /// What is on the disk.
    final class Disk: FeedImageDataLoader {
        private let state = Mutex<(data: [URL: Data], reads: [URL], isBroken: Bool)>(([:], [], false))

        var reads: [URL] { state.withLock { $0.reads } }
        var urls: Set<URL> { state.withLock { Set($0.data.keys) } }

        func store(_ text: String, for url: URL) {
            state.withLock { $0.data[url] = Data(text.utf8) }
        }

        func remove(_ url: URL) {
            state.withLock { $0.data[url] = nil }
        }

        func breakDown() {
            state.withLock { $0.isBroken = true }
        }

        func execute(_ url: URL) async throws -> Data {
            let (data, isBroken) = state.withLock { state in
                state.reads.append(url)
                return (state.data[url], state.isBroken)
            }
            if isBroken { throw LoadFeedImageDataFromCache.Failure.failed(anyError()) }
            guard let data else { throw LoadFeedImageDataFromCache.Failure.notFound }
            return data
        }
    }

    /// Stores what the test answers.
    final class Server: FeedImageDataLoader {
        let calls = HeldCalls<Data>()
        let disk: Disk
        private let all = Mutex<[URL]>([])

        var urls: [URL] { all.withLock { $0 } }

        init(disk: Disk) {
            self.disk = disk
        }

        func execute(_ url: URL) async throws -> Data {
            all.withLock { $0.append(url) }
            let data = try await calls.call()
            disk.store(String(decoding: data, as: UTF8.self), for: url)
            return data
        }
    }

    /// Bytes that begin with "bad" make no picture; those that begin with "cut" have no header either. Those that begin
    /// with "foreign" or "memory" make none here and now.
    final class Decoder: ImageDecoder {
        let calls = HeldCalls<Void>()
        let isCancellable: Bool
        private let all = Mutex<[PixelSize]>([])

        /// For which sizes something was decoded.
        var sizes: [PixelSize] { all.withLock { $0 } }

        init(isHeld: Bool, isCancellable: Bool) {
            self.isCancellable = isCancellable
            if !isHeld { calls.open() }
        }

        func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
            let text = String(decoding: data, as: UTF8.self)
            if text.hasPrefix("cut") { throw Undecodable() }
            if text.hasPrefix("foreign") { throw Undecoded() }
            return text.hasPrefix("huge") ? 1 << 40 : 1_000
        }

        func decode(_ data: Data, for size: PixelSize) async throws -> String {
            all.withLock { $0.append(size) }
            try await calls.call(isCancellable: isCancellable)
            let text = String(decoding: data, as: UTF8.self)
            if text.hasPrefix("bad") { throw Undecodable() }
            if text.hasPrefix("memory") { throw Undecoded() }
            return text
        }

        func isFault(ofBytes error: any Error) -> Bool { !(error is Undecoded) }

        /// Called on the pipeline, before it delivers what was decoded.
        let onCost = Mutex<(@Sendable () -> Void)?>(nil)

        func cost(of picture: String) -> Int {
            onCost.withLock { $0 }?()
            return 100
        }
    }

    let memory = PictureCache<String>(limit: 10_000, shownSize: PixelSize(width: 4, height: 3))
    let disk: Disk
    let server: Server
    let decoder: Decoder
    let revalidations = HeldCalls<Bool>()
    let revalidated = EventLog<URL>()
    let removed = EventLog<URL>()
    let trace = EventLog<FeedImageTraceEvent>()
    let errors = ErrorLog()
    let clock = VirtualClock()
    let pipeline: ImageLoader<String>

    /// - Parameter onLook: called when the pipeline looks at the clock.
    init(
        isDecodingHeld: Bool = false, isDecodingCancellable: Bool = true, onLook: @escaping @Sendable () -> Void = {}
    ) {
        let disk = Disk()
        self.disk = disk
        server = Server(disk: disk)
        decoder = Decoder(isHeld: isDecodingHeld, isCancellable: isDecodingCancellable)
        pipeline = ImageLoader(
            memory: memory, cache: disk, remote: server, decoder: decoder,
            revalidate: { [revalidations, revalidated] url in
                revalidated.append(url)
                return try await revalidations.call()
            },
            removeData: { [removed] url in
                disk.remove(url)
                removed.append(url)
            },
            report: errors.report, clock: WatchedClock(base: clock, onLook: onLook),
            onEvent: { [trace] in trace.append($0) })
    }

    func load(_ url: URL, _ ticket: ImageTicket = ImageTicket(.visible)) -> Task<String, any Error> {
        Task { try await self.pipeline.picture(for: url, ticket: ticket) }
    }

    /// Returns once so many requests have begun.
    func looks(_ count: Int) async throws {
        try await trace.wait { events in events.count { $0.stage == .memory } >= count }
    }

    /// Answers the server's call of that number, once it is there.
    func serve(_ call: Int, _ text: String) async throws {
        try await server.calls.arrival(call)
        server.calls.answer(call, with: .success(Data(text.utf8)))
    }
}

/// A clock that tells when it is looked at.
private struct WatchedClock: Clock {
    let base: VirtualClock
    let onLook: @Sendable () -> Void

    var now: VirtualClock.Instant {
        onLook()
        return base.now
    }

    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}

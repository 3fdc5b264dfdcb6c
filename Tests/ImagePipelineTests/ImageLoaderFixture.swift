import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import Synchronization
import TestSupport

/// The real image loader with a dictionary as its disk, a server answered by the test, and texts as pictures.
final class ImageLoaderFixture: Sendable {
    struct Undecodable: Error {}
    struct Undecoded: Error {}

    final class Disk: Sendable {
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

        func look(_ url: URL) throws -> Data? {
            let (data, isBroken) = state.withLock { state in
                state.reads.append(url)
                return (state.data[url], state.isBroken)
            }
            if isBroken { throw anyError() }
            return data
        }
    }

    /// A server answered by the test. Its answers are stored on the disk.
    final class Server: Sendable {
        let calls = HeldCalls<Data>()
        let disk: Disk
        private let all = Mutex<[URL]>([])

        var urls: [URL] { all.withLock { $0 } }

        init(disk: Disk) {
            self.disk = disk
        }

        func fetch(_ url: URL) async throws -> Data {
            all.withLock { $0.append(url) }
            let data = try await calls.call()
            disk.store(String(decoding: data, as: UTF8.self), for: url)
            return data
        }
    }

    /// A decoder for which bytes that begin with "bad" aren't a picture, and bytes that begin with "cut" have no header
    /// either. Bytes that begin with "foreign" or "memory" aren't decoded, although they aren't broken.
    final class Decoder: ImageDecoder {
        let calls = HeldCalls<Void>()
        let isCancellable: Bool
        private let all = Mutex<[PixelSize]>([])

        /// The sizes of all decodes so far.
        var sizes: [PixelSize] { all.withLock { $0 } }

        init(isHeld: Bool, isCancellable: Bool) {
            self.isCancellable = isCancellable
            if !isHeld { calls.open() }
        }

        func prepare(_ data: Data, for size: PixelSize) throws -> PreparedDecode<String> {
            let text = String(decoding: data, as: UTF8.self)
            if text.hasPrefix("cut") { throw Undecodable() }
            if text.hasPrefix("foreign") { throw Undecoded() }
            return PreparedDecode(estimatedBytes: text.hasPrefix("huge") ? 1 << 40 : 1_000) { [self] in
                all.withLock { $0.append(size) }
                try await calls.call(isCancellable: isCancellable)
                if text.hasPrefix("bad") { throw Undecodable() }
                if text.hasPrefix("memory") { throw Undecoded() }
                return text
            }
        }

        func isDataBroken(accordingTo error: any Error) -> Bool { !(error is Undecoded) }

        /// Called on the pipeline, before it delivers a decoded picture.
        let onCost = Mutex<(@Sendable () -> Void)?>(nil)

        func cost(of picture: String) -> Int {
            onCost.withLock { $0 }?()
            return 100
        }
    }

    /// The disk, and the server behind it.
    struct Source: ImageSource {
        let disk: Disk
        let server: Server
        let removed: EventLog<URL>

        func cached(_ url: URL) async throws -> Data? { try disk.look(url) }
        func fetch(_ url: URL) async throws -> Data { try await server.fetch(url) }

        func remove(_ url: URL) async throws {
            disk.remove(url)
            removed.append(url)
        }
    }

    let memory = PictureCache<String>(limit: 10_000)
    let disk: Disk
    let server: Server
    let decoder: Decoder
    let removed = EventLog<URL>()
    let errors = ErrorLog()
    let loader: ImageLoader<String>

    init(isDecodingHeld: Bool = false, isDecodingCancellable: Bool = true) {
        let disk = Disk()
        self.disk = disk
        server = Server(disk: disk)
        decoder = Decoder(isHeld: isDecodingHeld, isCancellable: isDecodingCancellable)
        loader = ImageLoader(
            source: Source(disk: disk, server: server, removed: removed), decoder: decoder, memory: memory,
            report: errors.report)
    }

    func load(
        _ url: URL, at size: PixelSize = card, _ priority: ImagePriority = .visible, _ ticket: ImageTicket? = nil
    ) -> Task<String, any Error> {
        Task { try await self.loader.picture(for: ImageRequest(url, size: size, priority: priority), ticket: ticket) }
    }

    /// Returns the picture in memory, at the size or at any other.
    func pictureInMemory(_ url: URL, at size: PixelSize = card) -> CachedPicture<String>? {
        memory.picture(for: url, size: size, fallback: .anySize)
    }

    /// Answers the call of the server with the number once it has arrived.
    func serve(_ call: Int, _ text: String) async throws {
        try await server.calls.arrival(call)
        server.calls.answer(call, with: .success(Data(text.utf8)))
    }
}

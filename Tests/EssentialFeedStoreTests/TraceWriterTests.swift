import EssentialFeedStore
import Foundation
import HTTPTransport
import ImagePipeline
import Synchronization
import TestSupport
import Testing

@Suite("Trace writer")
struct TraceWriterTests {
    private let start = ContinuousClock.now

    @Test("Trace: a file has what was written, in order, each image on a track of its own, and mode 0600")
    func writeAppendsInOrder() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        let errors = Errors()
        let writer = TraceWriter(file: file, report: errors.add)
        writer.write(try event(.disk, "a.jpg", 10, 20, bytes: 5, .notFound))
        writer.write(
            RequestTiming(
                url: try url("a.jpg"), began: at(20), connected: at(25), answered: at(30)))
        writer.write(try event(.disk, "b.jpg", 15, 25))
        writer.write(try event(.download, "a.jpg", 20, 40))
        writer.write(try event(.request, "a.jpg", 0, 50, request: 1))
        await writer.close()

        let events = try TraceEvent.all(in: Data(contentsOf: file))
        #expect(
            events.map(\.name) == [
                "thread_name", "disk", "connect", "first byte", "thread_name", "disk", "download", "request",
            ])
        #expect(events.filter { $0.ph == "M" }.map(\.args.name) == ["a.jpg", "b.jpg"])
        #expect(events.map(\.tid) == [1, 1, 1, 1, 2, 2, 1, 1])
        #expect(events[1].args.url == "http://host/image/a.jpg")
        #expect(events[1].args.bytes == 5)
        #expect(events[1].args.outcome == "notFound")
        #expect(events[1].dur == 10_000)
        #expect(events[7].args.request == 1)
        #expect(events.compactMap(\.cat) == ["image", "network", "network", "image", "image", "request"])
        #expect(try mode(of: file) == 0o600)
        #expect(errors.codes.isEmpty)
    }

    @Test func `Trace: overlapping requests for one image are on separate tracks`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        let writer = TraceWriter(file: file, report: Errors().add)
        writer.write(try event(.request, "a.jpg", 0, 20, request: 1))
        writer.write(try event(.request, "a.jpg", 10, 30, request: 2))
        writer.write(try event(.request, "a.jpg", 30, 40, request: 3))
        await writer.close()
        let events = try TraceEvent.all(in: Data(contentsOf: file)).filter { $0.ph == "X" }
        #expect(events.map(\.tid) == [1, 2, 1])
    }

    @Test func `Trace: all events of many threads are written whole, and those of a thread in order`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        let writer = TraceWriter(file: file, report: Errors().add)
        let parts = try (0..<8).map { part in try (0..<500).map { try event(.decode, "\(part)-\($0)", 1, 2) } }
        await withTaskGroup(of: Void.self) { group in
            for events in parts { group.addTask { for event in events { writer.write(event) } } }
        }
        await writer.close()
        let written = try TraceEvent.all(in: Data(contentsOf: file)).filter { $0.ph == "X" }.compactMap(\.args.url)
        #expect(written.count == 4000)
        for (part, events) in parts.enumerated() {
            #expect(written.filter { $0.contains("/\(part)-") } == events.map(\.url.absoluteString))
        }
    }

    @Test
    func `Trace: an existing file is overwritten, with mode 0600; writes after closing are dropped`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let writer = TraceWriter(file: file, report: Errors().add)
        writer.write(try event(.decode, "a", 1, 2))
        await writer.close()
        writer.write(try event(.decode, "b", 1, 2))
        await writer.close()
        #expect(try TraceEvent.all(in: Data(contentsOf: file)).compactMap(\.args.url) == ["http://host/image/a"])
        #expect(try mode(of: file) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["trace.json"])
    }

    @Test func `Trace: a trace without events is an empty array`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        await TraceWriter(file: file, report: Errors().add).close()
        #expect(try TraceEvent.all(in: Data(contentsOf: file)).isEmpty)
    }

    @Test func `Trace: no user info, token or signature gets to the disk`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.json")
        let writer = TraceWriter(file: file, report: Errors().add)
        let url = try #require(URL(string: "http://user:secret@host/?token=secret&signature=secret"))
        writer.write(
            ImageLoaderEvent(
                stage: .disk, url: url, request: nil, start: start, end: start, bytes: nil, outcome: .done))
        writer.write(RequestTiming(url: url, began: start, connected: start, answered: start))
        await writer.close()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("http://host"))
        #expect(!text.contains("secret") && !text.contains("user"))
    }

    @Test
    func `Trace: a file that cannot be opened is reported once and at once, and nothing else happens`() async throws {
        let folder = try TemporaryFolder()
        for (path, code) in [("none/trace.json", ENOENT), (".", EISDIR)] {
            let errors = Errors()
            let writer = TraceWriter(file: folder.url.appending(path: path), report: errors.add)
            #expect(errors.codes == [code])
            writer.write(try event(.decode, "a", 1, 2))
            await writer.close()
            #expect(errors.codes == [code])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test
    func `Trace: a write that fails is reported once, with the file and the reason, and ends the trace`() async throws {
        let errors = Errors()
        let writer = TraceWriter(file: URL(filePath: "/dev/full"), report: errors.add)
        for number in 0..<100 {
            writer.write(try event(.decode, "\(number)", 1, 2))
        }
        await writer.close()
        #expect(errors.codes == [ENOSPC])
        #expect(errors.texts == ["the trace /dev/full can’t be written: No space left on device"])
    }

    @Test("Trace: where the disk fills up in the middle of an event, the whole events before it stay, and can be read")
    func writeLeavesWholeEvents() async throws {
        let folder = try TemporaryFolder()
        let child = try await TestProgram.storeChild("trace", in: folder.url)
        #expect(try await child.lines() == ["failed \(EFBIG)", "closed"])
        let file = try Data(contentsOf: folder.url.appending(path: "trace.json"))
        #expect(!file.contains(UInt8(ascii: "]")))
        #expect(try TraceEvent.all(in: file).count > 10)
    }

    @Test func `Trace: writing does not wait for the disk`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pipe")
        #expect(mkfifo(file.path, 0o600) == 0)
        // Nobody reads yet, so that the pipe is full after some hundred events.
        let reader = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(fcntl(reader, F_SETFL, 0) == 0)
        let writer = TraceWriter(file: file, report: Errors().add)
        for number in 0..<5000 { writer.write(try event(.decode, "\(number)", 1, 2)) }

        let reading = Thread.reading(FileHandle(fileDescriptor: reader, closeOnDealloc: true))
        await writer.close()
        #expect(try TraceEvent.all(in: await reading.value).count { $0.ph == "X" } == 5000)
    }

    /// - Parameter from: In milliseconds after the start, as `to` is.
    private func event(
        _ stage: ImageLoaderEvent.Stage, _ name: String, _ from: Int, _ to: Int, bytes: Int? = nil,
        request: Int? = nil, _ outcome: ImageLoaderEvent.Outcome = .done
    ) throws -> ImageLoaderEvent {
        ImageLoaderEvent(
            stage: stage, url: try url(name), request: request, start: at(from), end: at(to), bytes: bytes,
            outcome: outcome)
    }

    private func url(_ name: String) throws -> URL { try #require(URL(string: "http://host/image/\(name)")) }
    private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start + .seconds(1) + .milliseconds(milliseconds)
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}

/// What a writer reported.
private final class Errors: Sendable {
    private let reported = Mutex<[TraceError]>([])

    var codes: [Int32] { reported.withLock { $0.map(\.code) } }
    var texts: [String] { reported.withLock { $0.map(\.description) } }

    @Sendable
    func add(_ error: TraceError) {
        reported.withLock { $0.append(error) }
    }
}

extension Thread {
    /// Reads to the end, on a thread of its own.
    fileprivate static func reading(_ handle: FileHandle) -> Task<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            do {
                continuation.yield(try handle.readToEnd() ?? Data())
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return Task {
            var data = Data()
            for try await part in stream { data += part }
            return data
        }
    }
}

@testable import EssentialFeed
import EssentialFeedStore
import Foundation
import ImagePipeline
import Synchronization
import TestSupport
import Testing

@Suite("Trace writer")
struct TraceWriterTests {
    @Test("Trace: a file has what was written, in order, and mode 0600")
    func test_write_appendsInOrder() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.jsonl")
        let failures = Failures()
        let writer = TraceWriter(file: file, report: failures.add)
        for event in try sample() { writer.write(event) }
        await writer.close()
        #expect(try String(contentsOf: file, encoding: .utf8) == SampleTrace.text)
        #expect(try mode(of: file) == 0o600)
        #expect(failures.codes.isEmpty)
    }

    @Test("Trace: what many threads write is all there, each line whole, those of a thread in order")
    func test_write_fromManyThreads() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.jsonl")
        let writer = TraceWriter(file: file, report: Failures().add)
        let parts = try (0..<8).map { part in try (0..<500).map { try event("\(part)-\($0)") } }
        await withTaskGroup(of: Void.self) { group in
            for events in parts { group.addTask { for event in events { writer.write(event) } } }
        }
        await writer.close()
        let written = try FeedImageTrace(Data(contentsOf: file)).events
        #expect(written.count == 4000)
        for (part, events) in parts.enumerated() {
            #expect(written.filter { $0.url.lastPathComponent.hasPrefix("\(part)-") } == events)
        }
    }

    @Test("Trace: a file that is there loses what it held and its mode, and keeps its name; later writes are dropped")
    func test_init_beginsAnew() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.jsonl")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let writer = TraceWriter(file: file, report: Failures().add)
        writer.write(try event("a"))
        await writer.close()
        writer.write(try event("b"))
        await writer.close()
        #expect(try FeedImageTrace(Data(contentsOf: file)).events == [try event("a")])
        #expect(try mode(of: file) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["trace.jsonl"])
    }

    @Test("N011 Trace: no user info gets to the disk")
    func test_write_dropsUserInfo() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "trace.jsonl")
        let writer = TraceWriter(file: file, report: Failures().add)
        writer.write(
            FeedImageTraceEvent(
                stage: .disk, url: try #require(URL(string: "http://user:secret@host/a")), request: nil, began: .zero,
                ended: .zero, bytes: nil, outcome: .done))
        await writer.close()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("http://host/a"))
        #expect(!text.contains("secret"))
    }

    @Test("Trace: a file that cannot be opened is reported once and at once, and nothing else happens")
    func test_init_reportsUnusablePath() async throws {
        let folder = try TemporaryFolder()
        for (path, code) in [("none/trace.jsonl", ENOENT), (".", EISDIR)] {
            let failures = Failures()
            let writer = TraceWriter(file: folder.url.appending(path: path), report: failures.add)
            #expect(failures.codes == [code])
            writer.write(try event("a"))
            await writer.close()
            #expect(failures.codes == [code])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Trace: a write that fails is reported once, with the file and the reason, and ends the trace")
    func test_write_reportsFullDiskOnce() async throws {
        let failures = Failures()
        let writer = TraceWriter(file: URL(filePath: "/dev/full"), report: failures.add)
        for number in 0..<100 {
            writer.write(try event("\(number)"))
            await Task.yield()
        }
        await writer.close()
        #expect(failures.codes == [ENOSPC])
        #expect(failures.texts == ["the trace /dev/full cannot be written: No space left on device"])
    }

    @Test("Trace: where the disk fills up in the middle of a line, the whole lines before it stay")
    func test_write_leavesWholeLines() async throws {
        let folder = try TemporaryFolder()
        let child = try await TestProgram.storeChild("trace", in: folder.url)
        #expect(try await child.lines() == ["failed \(EFBIG)", "closed"])
        let trace = try FeedImageTrace(Data(contentsOf: folder.url.appending(path: "trace.jsonl")))
        #expect(trace.events.count == 100)
        #expect(!trace.isCutShort)
    }

    @Test("Trace: whoever writes does not wait for the disk")
    func test_write_doesNotWait() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "pipe")
        #expect(mkfifo(file.path, 0o600) == 0)
        // Nobody reads yet, so that the pipe is full after some hundred lines.
        let reader = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(fcntl(reader, F_SETFL, 0) == 0)
        let writer = TraceWriter(file: file, report: Failures().add)
        let events = try (0..<5000).map { try event("\($0)") }
        for event in events { writer.write(event) }

        let reading = Thread.reading(FileHandle(fileDescriptor: reader, closeOnDealloc: true))
        await writer.close()
        #expect(try FeedImageTrace(await reading.value).events == events)
    }

    private func sample() throws -> [FeedImageTraceEvent] { try FeedImageTrace(Data(SampleTrace.text.utf8)).events }

    private func event(_ name: String) throws -> FeedImageTraceEvent {
        try FeedImageTrace(Data(SampleTrace.line("decode", name, nil, 1, 2, "done").utf8)).events[0]
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}

/// What a writer reported.
private final class Failures: Sendable {
    private let reported = Mutex<[TraceWriter.Failed]>([])

    var codes: [Int32] { reported.withLock { $0.map(\.code) } }
    var texts: [String] { reported.withLock { $0.map(\.description) } }

    @Sendable
    func add(_ failure: TraceWriter.Failed) {
        reported.withLock { $0.append(failure) }
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

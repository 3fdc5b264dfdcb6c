import Dispatch
public import EssentialFeed
public import Foundation
public import HTTPTransport
public import ImagePipeline
import Synchronization
import SystemPackage

/// Writes events in the Trace Event Format, which Perfetto and Speedscope open: complete events in a JSON array, with
/// times in microseconds. Each image has a track, and additional tracks for events that partly overlap others.
struct TraceEvents {
    private struct Event: Encodable {
        struct Arguments: Encodable {
            var name: String?
            var url: String?
            var request: Int?
            var bytes: Int?
            var outcome: String?
        }

        var name: String
        var cat: String?
        var ph = "X"
        var ts: Int64?
        var dur: Int64?
        var pid = 1
        var tid: Int
        var args: Arguments
    }

    private struct Track {
        let id: Int
        var spans: [Range<Int64>] = []
    }

    /// The instant at which `ts` is 0.
    let start: ContinuousClock.Instant
    private var tracks: [URL: [Track]] = [:]
    private var trackCount = 0

    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    /// Returns the array elements for an event: the event itself, preceded by its track's name if the track is new.
    mutating func texts(of event: ImageLoaderEvent) throws -> [Data] {
        try texts(
            event.stage.rawValue, event.url, event.start, event.end,
            category: event.request == nil ? "image" : "request",
            .init(request: event.request, bytes: event.bytes, outcome: event.outcome.rawValue))
    }

    /// Returns the array elements for the two phases of a download before its response begins.
    mutating func texts(of timing: RequestTiming) throws -> [Data] {
        try texts("connect", timing.url, timing.began, timing.connected, category: "network", .init())
            + texts("first byte", timing.url, timing.connected, timing.answered, category: "network", .init())
    }

    private mutating func texts(
        _ name: String, _ url: URL, _ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant,
        category: String, _ arguments: Event.Arguments
    ) throws -> [Data] {
        let from = microseconds(start)
        let span = from..<max(from, microseconds(end))
        let (track, isNew) = track(of: url, span)
        var event = Event(name: name, cat: category, ts: from, dur: span.upperBound - from, tid: track, args: arguments)
        event.args.url = url.withoutSecrets.absoluteString
        let naming = Event(name: "thread_name", ph: "M", tid: track, args: .init(name: url.lastPathComponent))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try (isNew ? [naming, event] : [event]).map { try encoder.encode($0) }
    }

    private mutating func track(of url: URL, _ span: Range<Int64>) -> (id: Int, isNew: Bool) {
        var candidates = tracks[url] ?? []
        defer { tracks[url] = candidates }
        if let index = candidates.firstIndex(where: { track in !track.spans.contains { $0.crosses(span) } }) {
            candidates[index].spans.append(span)
            return (candidates[index].id, false)
        }
        trackCount += 1
        candidates.append(Track(id: trackCount, spans: [span]))
        return (trackCount, true)
    }

    private func microseconds(_ instant: ContinuousClock.Instant) -> Int64 {
        let parts = start.duration(to: instant).components
        return max(0, parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000)
    }
}

extension Range {
    /// Returns whether the ranges overlap and neither contains the other.
    fileprivate func crosses(_ other: Range) -> Bool {
        lowerBound < other.lowerBound && other.lowerBound < upperBound && upperBound < other.upperBound
            || other.lowerBound < lowerBound && lowerBound < other.upperBound && other.upperBound < upperBound
    }
}

/// The error of a trace that can't be written.
public struct TraceError: CustomStringConvertible, TranslatedError {
    /// The trace file.
    public let file: URL
    /// The value of `errno`.
    public let code: Int32

    /// One line in English, with the file and the reason.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        Message("the trace \(file.path(percentEncoded: false)) can’t be written: \(String(cString: strerror(code)))")
    }
}

/// Writes the stages of image loading to a file in the Trace Event Format, which Perfetto and Speedscope open.
///
/// Reporting an event doesn't wait for the disk. The first error is reported and ends the trace. The array's closing
/// bracket is written last and may be missing, as the format permits, so a killed program's trace still opens.
///
/// It is in this module because both programs import it and the core performs no I/O.
public final class TraceWriter: Sendable {
    private struct Output {
        let file: FileDescriptor
        var events = TraceEvents(start: .now)
        /// The number of bytes that were written completely.
        var length = 0

        init(_ path: String) throws {
            file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate, .append, .closeOnExec],
                permissions: .ownerReadWrite)
            var status = stat()
            // A device or a pipe keeps its mode.
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
            guard fchmod(file.rawValue, 0o600) == 0 else { throw Errno(rawValue: errno) }
        }

        /// Writes everything. If that fails, truncates the file to its previous length if possible.
        mutating func write(_ text: String, _ data: Data = Data()) throws {
            do {
                try file.writeAll(Data(text.utf8) + data)
                length += text.utf8.count + data.count
            } catch {
                ftruncate(file.rawValue, off_t(length))
                throw error
            }
        }
    }

    private let file: URL
    private let report: @Sendable (TraceError) -> Void
    private let queue = DispatchQueue(label: "trace")
    /// Used only on the queue; `nil` once the trace has ended.
    private let output = Mutex<Output?>(nil)

    /// Opens the file immediately, so that a wrong path is reported before anything is loaded.
    /// - Parameters:
    ///   - file: The file, which is truncated and gets mode 0600. Its folder must exist.
    ///   - report: Receives the first error, on any thread.
    public init(file: URL, report: @escaping @Sendable (TraceError) -> Void) {
        self.file = file
        self.report = report
        do {
            let opened = try Output(file.path(percentEncoded: false))
            output.withLock { $0 = opened }
        } catch {
            report(TraceError(file: file, code: (error as? Errno)?.rawValue ?? EIO))
        }
    }

    /// Adds an event without waiting, from any thread. Events are dropped once the trace has ended.
    public func write(_ event: ImageLoaderEvent) {
        queue.async { self.append { try $0.texts(of: event) } }
    }

    /// Adds a request's timing without waiting, from any thread. Timings are dropped once the trace has ended.
    public func write(_ timing: RequestTiming) {
        queue.async { self.append { try $0.texts(of: timing) } }
    }

    /// Writes pending events and ends the trace.
    public func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.perform { try $0.write($0.length == 0 ? "[]\n" : "\n]\n") }
                self.end()
                continuation.resume()
            }
        }
    }

    private func append(_ texts: (inout TraceEvents) throws -> [Data]) {
        perform { output in
            for text in try texts(&output.events) { try output.write(output.length == 0 ? "[\n" : ",\n", text) }
        }
    }

    private func perform(_ work: (inout Output) throws -> Void) {
        do {
            try output.withLock { output in
                guard output != nil else { return }
                try work(&output!)
            }
        } catch {
            end()
            report(TraceError(file: file, code: (error as? Errno)?.rawValue ?? EIO))
        }
    }

    private func end() {
        output.withLock { output in
            if let output { Foundation.close(output.file.rawValue) }
            output = nil
        }
    }
}

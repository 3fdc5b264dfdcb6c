public import EssentialFeed
public import Foundation
public import HTTPTransport
public import ImagePipeline
import Synchronization

/// Writes what the stages of images took to a file, a line each (``FeedImageTraceLine``), in the order in which it was
/// told of them.
///
/// Whoever tells does not wait for the disk: the lines are made and written on a queue of the writer's own. The first
/// failure is reported and ends the trace; nobody else notices.
public actor TraceWriter {
    /// The trace cannot be written, or not any further.
    public struct Failed: Error, CustomStringConvertible {
        public let file: URL
        /// The value of `errno`.
        public let code: Int32

        public var description: String {
            "the trace \(file.path(percentEncoded: false)) cannot be written: \(String(cString: strerror(code)))"
        }
    }

    private struct Pending {
        var events: [FeedImageTraceEvent] = []
        var isWriting = false
        var isOpen = true
    }

    private let file: URL
    private let report: @Sendable (Failed) -> Void
    private let pending = Mutex(Pending())
    private var target: TraceFile?
    private let executor = StoreExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the file at once, so that a wrong path is reported before anything is loaded.
    /// - Parameters:
    ///   - file: a new one has mode 0600, as has one that is there; what that held is lost. Its folder must exist.
    ///   - report: told at most once; may be called on any thread.
    public init(file: URL, report: @escaping @Sendable (Failed) -> Void) {
        self.file = file
        self.report = report
        do {
            target = try TraceFile(file.path(percentEncoded: false))
        } catch {
            target = nil
            pending.withLock { $0.isOpen = false }
            report(Failed(file: file, code: (error as? FileSystemError)?.code ?? EIO))
        }
    }

    /// Takes an event, from any thread, without waiting. After ``close()`` and after a failure it is dropped.
    public nonisolated func write(_ event: FeedImageTraceEvent) {
        let mustStart = pending.withLock { pending in
            guard pending.isOpen else { return false }
            pending.events.append(event)
            defer { pending.isWriting = true }
            return !pending.isWriting
        }
        if mustStart { Task { await writePending() } }
    }

    /// ``write(_:)``, for whoever tells of events.
    public nonisolated var onEvent: @Sendable (FeedImageTraceEvent) -> Void {
        { event in self.write(event) }
    }

    /// The same for whoever tells when requests had their connections and answers.
    public nonisolated func onTiming(_ clock: FeedImageTraceClock) -> @Sendable (RequestTiming) -> Void {
        { timing in
            for event in clock.events(of: timing) { self.write(event) }
        }
    }

    /// Writes what is pending and ends the trace.
    public func close() {
        pending.withLock { $0.isOpen = false }
        writePending()
        target = nil
    }

    private func writePending() {
        while true {
            let events = pending.withLock { pending in
                defer { pending.events = [] }
                pending.isWriting = !pending.events.isEmpty
                return pending.events
            }
            guard !events.isEmpty else { return }
            append(events.reduce(into: "") { $0 += FeedImageTraceLine($1).text + "\n" })
        }
    }

    private func append(_ lines: String) {
        do {
            try target?.append(lines)
        } catch {
            pending.withLock { $0 = Pending(isOpen: false) }
            target = nil
            report(Failed(file: file, code: (error as? FileSystemError)?.code ?? EIO))
        }
    }
}

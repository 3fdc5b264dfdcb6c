import Dispatch
public import EssentialFeed
public import Foundation
public import HTTPTransport
public import ImagePipeline
import Synchronization
import SystemPackage

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

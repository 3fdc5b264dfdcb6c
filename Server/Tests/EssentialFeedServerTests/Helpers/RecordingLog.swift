import Logging
import TestSupport

/// A log that passes each line on to the test.
final class RecordingLog: Sendable {
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation
    private let onLine: @Sendable (String) -> Void

    /// - Parameter onLine: Called with each line and its level, before the logging code continues.
    init(onLine: @escaping @Sendable (String) -> Void = { _ in }) {
        (lines, continuation) = AsyncStream.makeStream()
        self.onLine = onLine
    }

    var logger: Logger {
        Logger(label: "test") { [continuation, onLine] _ in Handler(continuation: continuation, onLine: onLine) }
    }

    /// Waits for the next line of the level.
    func next(_ level: Logger.Level = .info) async throws -> String {
        let lines = lines
        return try await withDeadline {
            for await line in lines where line.hasPrefix("\(level): ") {
                return String(line.dropFirst("\(level): ".count))
            }
            throw CancellationError()
        }
    }

    private struct Handler: LogHandler {
        let continuation: AsyncStream<String>.Continuation
        let onLine: @Sendable (String) -> Void
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        func log(event: LogEvent) {
            let line = "\(event.level): \(event.message)"
            onLine(line)
            continuation.yield(line)
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
    }
}

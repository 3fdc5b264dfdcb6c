import Logging

/// A log that passes each line on to the test.
final class RecordingLog: Sendable {
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (lines, continuation) = AsyncStream.makeStream()
    }

    var logger: Logger {
        Logger(label: "test") { [continuation] _ in Handler(continuation: continuation) }
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
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]

        func log(event: LogEvent) {
            continuation.yield("\(event.level): \(event.message)")
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
    }
}

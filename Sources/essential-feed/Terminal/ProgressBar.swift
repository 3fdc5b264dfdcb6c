import Foundation

/// Shows progress on standard error after half a second, if standard error is a terminal.
final class ProgressBar: Sendable {
    /// Returns the line to draw, given the number of lines drawn before and the number of columns.
    typealias Line = @Sendable (_ tick: Int, _ columns: Int) -> String

    private let streams: StandardStreams
    private let columns: Int
    private let line: Line

    init(streams: StandardStreams, line: @escaping Line) {
        self.streams = streams
        columns = streams.windowColumns(STDERR_FILENO) ?? 80
        self.line = line
    }

    /// Returns a bar of `width` columns, filled in proportion to the count.
    static func bar(_ count: Int, of total: Int, width: Int) -> String {
        let filled = total > 0 ? min(width, count * width / total) : width
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }

    /// Runs the work and shows its progress. Erases the bar when the work ends.
    func during<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        guard streams.errorIsTerminal else { return try await work() }
        let drawing = Task { await draw() }
        defer { drawing.cancel() }
        let result: Result<Value, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        drawing.cancel()
        await drawing.value
        return try result.get()
    }

    private func draw() async {
        let clock = ContinuousClock()
        do {
            try await clock.sleep(for: .milliseconds(500))
        } catch {
            return
        }
        var tick = 0
        while !Task.isCancelled {
            streams.noteInPlace("\r\(line(tick, columns))\u{1B}[K")
            tick += 1
            do {
                try await clock.sleep(for: .milliseconds(100))
            } catch {
                break
            }
        }
        streams.noteInPlace("\r\u{1B}[K")
    }
}

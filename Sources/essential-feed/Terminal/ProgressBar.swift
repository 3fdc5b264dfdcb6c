import Synchronization

/// Shows on standard error that something loads, once it has taken over half a second, where that is a terminal.
final class ProgressBar: Sendable {
    private let progress = Mutex<(received: Int, expected: Int?)>((0, nil))
    private let streams: StandardStreams
    private let columns: Int

    init(streams: StandardStreams, columns: Int) {
        self.streams = streams
        self.columns = columns
    }

    /// Told by the client as bytes arrive.
    func update(received: Int, expected: Int?) {
        progress.withLock { $0 = (received, expected) }
    }

    /// Runs the work and shows the progress meanwhile; nothing of it is left when the work ends.
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
            streams.noteInPlace("\r" + line(tick: tick))
            tick += 1
            do {
                try await clock.sleep(for: .milliseconds(100))
            } catch {
                break
            }
        }
        streams.noteInPlace("\r\u{1B}[K")
    }

    func line(tick: Int) -> String {
        let (received, expected) = progress.withLock { $0 }
        let width = max(10, min(40, columns - 30))
        if let expected, expected > 0 {
            let filled = min(width, received * width / expected)
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
            return "\(bar) \(ByteCount.text(received)) / \(ByteCount.text(expected))\u{1B}[K"
        }
        let position = tick % width
        let bar =
            String(repeating: "░", count: position) + "█" + String(repeating: "░", count: width - position - 1)
        return "\(bar) \(ByteCount.text(received))\u{1B}[K"
    }
}

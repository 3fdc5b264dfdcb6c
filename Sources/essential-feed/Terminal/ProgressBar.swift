import EssentialFeed
import Foundation
import Synchronization

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
        let result = await Result(of: work)
        drawing.cancel()
        await drawing.value
        return try result.get()
    }

    private func draw() async {
        do {
            try await Task.sleep(for: .milliseconds(500))
            defer { streams.noteInPlace("\r\u{1B}[K") }
            for tick in 0... {
                streams.noteInPlace("\r\(line(tick, columns))\u{1B}[K")
                try await Task.sleep(for: .milliseconds(100))
            }
        } catch {
            // The work has ended.
        }
    }
}

final class DownloadProgress: Sendable {
    private let progress = Mutex<(received: Int, expected: Int?)>((0, nil))

    private let language: Language

    init(language: Language) { self.language = language }
    func update(received: Int, expected: Int?) { progress.withLock { $0 = (received, expected) } }

    func line(tick: Int, columns: Int) -> String {
        let (received, expected) = progress.withLock { $0 }
        let width = max(10, min(40, columns - 30))
        if let expected, expected > 0 {
            return "\(ProgressBar.bar(received, of: expected, width: width)) "
                + "\(ByteCount.text(received, in: language)) / \(ByteCount.text(expected, in: language))"
        }
        let position = tick % width
        let bar = String(repeating: "░", count: position) + "█" + String(repeating: "░", count: width - position - 1)
        return "\(bar) \(ByteCount.text(received, in: language))"
    }
}

/// The progress of caching a feed's images, for the progress bar: their number, bytes, rate and time left.
final class ImagesProgress: Sendable {
    private struct State {
        /// The number of images that were cached before anything was loaded.
        let start: Int
        let images: SaveFeedImagesResult.Progress
    }

    private let state = Mutex(State?.none)
    private let language: Language
    private let elapsed: @Sendable () -> Duration

    init(language: Language, elapsed: @escaping @Sendable () -> Duration) {
        (self.language, self.elapsed) = (language, elapsed)
    }

    func update(_ images: SaveFeedImagesResult.Progress) {
        state.withLock { $0 = State(start: $0?.start ?? images.done, images: images) }
    }

    var images: SaveFeedImagesResult.Progress? { state.withLock { $0?.images } }

    func line(columns: Int) -> String {
        guard let state = state.withLock({ $0 }) else { return "" }
        let images = state.images
        let seconds = max(0.001, elapsed() / .seconds(1))
        let loaded = images.done - state.start
        var parts = [
            language.text(ProgramStrings.syncImages, "\(images.total)", "\(images.done)"),
            ByteCount.text(images.downloadedBytes, in: language),
            ByteCount.text(Int(Double(images.downloadedBytes) / seconds), in: language) + "/s",
        ]
        if loaded > 0 {
            let left = Int((seconds / Double(loaded) * Double(images.total - images.done)).rounded(.up))
            let text = left < 100 ? "\(left) s" : "\((left + 59) / 60) min"
            parts.append(language.text(ProgramStrings.syncTimeLeft, text))
        }
        let text = parts.joined(separator: "  ")
        let width = min(40, columns - TerminalText.width(text) - 2)
        guard width >= 10 else { return text }
        return ProgressBar.bar(images.done, of: images.total, width: width) + " " + text
    }
}

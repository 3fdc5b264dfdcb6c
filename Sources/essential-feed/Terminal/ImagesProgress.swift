import EssentialFeed
import Synchronization

/// How far the images of a feed are brought in, for the progress bar: how many are done, how much came, how fast, and how
/// long the rest will take.
final class ImagesProgress: Sendable {
    private struct State {
        /// How many there were before anything was loaded.
        let start: Int
        let images: SavedFeedImages
    }

    private let state = Mutex(State?.none)
    private let language: Language
    private let elapsed: @Sendable () -> Duration

    /// - Parameter elapsed: since the loading began.
    init(language: Language, elapsed: @escaping @Sendable () -> Duration) {
        self.language = language
        self.elapsed = elapsed
    }

    func update(_ images: SavedFeedImages) {
        state.withLock { $0 = State(start: $0?.start ?? images.done, images: images) }
    }

    /// How far it has come; `nil` before it began.
    var images: SavedFeedImages? { state.withLock { $0?.images } }

    func line(columns: Int) -> String {
        guard let state = state.withLock({ $0 }) else { return "" }
        let images = state.images
        let seconds = max(0.001, elapsed() / .seconds(1))
        let loaded = images.done - state.start
        var parts = [
            ProgramStrings.table.text(.syncImages, in: language, "\(images.done)", "\(images.total)"),
            ByteCount.text(images.downloadedBytes),
            ByteCount.text(Int(Double(images.downloadedBytes) / seconds)) + "/s",
        ]
        if loaded > 0 {
            let left = Int((seconds / Double(loaded) * Double(images.total - images.done)).rounded(.up))
            let text = left < 100 ? "\(left) s" : "\((left + 59) / 60) min"
            parts.append(ProgramStrings.table.text(.syncTimeLeft, in: language, text))
        }
        let text = parts.joined(separator: "  ")
        let width = min(40, columns - TerminalText.width(text) - 2)
        guard width >= 10 else { return text }
        return ProgressBar.bar(images.done, of: images.total, width: width) + " " + text
    }
}

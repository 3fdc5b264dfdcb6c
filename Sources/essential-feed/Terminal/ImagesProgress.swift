import EssentialFeed
import Synchronization

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

    /// - Parameter elapsed: Returns the time since loading began.
    init(language: Language, elapsed: @escaping @Sendable () -> Duration) {
        self.language = language
        self.elapsed = elapsed
    }

    func update(_ images: SaveFeedImagesResult.Progress) {
        state.withLock { $0 = State(start: $0?.start ?? images.done, images: images) }
    }

    /// The latest progress; `nil` before the first update.
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

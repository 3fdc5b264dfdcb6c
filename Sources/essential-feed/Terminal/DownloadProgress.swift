import EssentialFeed
import Synchronization

/// The progress of one download, for the progress bar.
final class DownloadProgress: Sendable {
    private let progress = Mutex<(received: Int, expected: Int?)>((0, nil))

    private let language: Language

    init(language: Language) {
        self.language = language
    }

    /// Records the client's progress as bytes arrive. Can be called on any thread.
    func update(received: Int, expected: Int?) {
        progress.withLock { $0 = (received, expected) }
    }

    func line(tick: Int, columns: Int) -> String {
        let (received, expected) = progress.withLock { $0 }
        let width = max(10, min(40, columns - 30))
        if let expected, expected > 0 {
            return "\(ProgressBar.bar(received, of: expected, width: width)) "
                + "\(ByteCount.text(received, in: language)) / \(ByteCount.text(expected, in: language))"
        }
        let position = tick % width
        let bar =
            String(repeating: "░", count: position) + "█" + String(repeating: "░", count: width - position - 1)
        return "\(bar) \(ByteCount.text(received, in: language))"
    }
}

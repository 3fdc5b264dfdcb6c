import Foundation

/// The URLs whose stored bytes may be renewed, one at a time, each waiting once (N033).
struct FeedImageRevalidations: Hashable, Sendable {
    private var waiting: [URL] = []
    private var known: Set<URL> = []
    private var running: URL?

    var isRunning: Bool { running != nil }
    var isIdle: Bool { running == nil && waiting.isEmpty }

    mutating func add(_ url: URL) {
        if known.insert(url).inserted { waiting.append(url) }
    }

    /// The next of them, unless one runs.
    mutating func start() -> URL? {
        guard running == nil, !waiting.isEmpty else { return nil }
        running = waiting.removeFirst()
        return running
    }

    mutating func finish(_ url: URL) {
        guard url == running else {
            preconditionFailure("revalidating ended for \(url) while \(running?.absoluteString ?? "none") runs")
        }
        known.remove(url)
        running = nil
    }
}

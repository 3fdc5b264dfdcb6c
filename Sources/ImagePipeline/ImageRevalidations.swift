import Foundation

/// The URLs whose stored bytes may be renewed, one at a time, each waiting once (N033).
struct ImageRevalidations: Hashable, Sendable {
    private var waiting: [URL] = []
    private var known: Set<URL> = []
    private var running: URL?

    var isRunning: Bool { running != nil }
    var isIdle: Bool { running == nil && waiting.isEmpty }

    mutating func add(_ url: URL) {
        if known.insert(url).inserted { waiting.append(url) }
    }

    /// One waits, and none runs.
    var mayStart: Bool { running == nil && !waiting.isEmpty }

    mutating func start() -> URL {
        precondition(mayStart, "no revalidation may start: \(self)")
        let url = waiting.removeFirst()
        running = url
        return url
    }

    mutating func finish(_ url: URL) {
        guard url == running else {
            preconditionFailure("revalidating ended for \(url) while \(running?.absoluteString ?? "none") runs")
        }
        known.remove(url)
        running = nil
    }
}

import Foundation

/// The URLs whose cached bytes need revalidation, one at a time. A URL waits only once.
struct ImageRevalidations: Hashable, Sendable {
    private var waiting: [URL] = []
    private(set) var running: URL?
    /// The waiting URLs and the running one.
    private var known: Set<URL> = []

    var isIdle: Bool { known.isEmpty }
    /// Whether a URL is waiting and none is being revalidated.
    var mayStart: Bool { running == nil && !waiting.isEmpty }

    mutating func add(_ url: URL) {
        if known.insert(url).inserted { waiting.append(url) }
    }

    mutating func start() -> URL {
        precondition(mayStart, "no revalidation may start: \(self)")
        let url = waiting.removeFirst()
        running = url
        return url
    }

    mutating func finish(_ url: URL) {
        guard url == running else {
            preconditionFailure("the revalidation of \(url) ended while \(running?.absoluteString ?? "none") runs")
        }
        known.remove(url)
        running = nil
    }
}

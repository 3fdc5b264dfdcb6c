import Foundation

/// A link whose transfers share its bandwidth evenly, each after the latency of its request. Time is in seconds.
struct SharedLink {
    private struct Transfer {
        let url: URL
        /// When its first byte arrives.
        let begins: Double
        var bytesLeft: Double
    }

    private let bytesPerSecond: Double
    private let latency: Double
    private var transfers: [Transfer] = []
    private(set) var now = 0.0
    private(set) var carried = 0.0

    init(bitsPerSecond: Double, latency: Double) {
        bytesPerSecond = bitsPerSecond / 8
        self.latency = latency
    }

    mutating func begin(_ url: URL, bytes: Int) {
        transfers.append(Transfer(url: url, begins: now + latency, bytesLeft: Double(bytes)))
    }

    /// - Returns: Whether the transfer was in progress.
    mutating func cancel(_ url: URL) -> Bool {
        let count = transfers.count
        transfers.removeAll { $0.url == url }
        return transfers.count < count
    }

    /// When the next of the transfers begins or ends, if none is added.
    var nextChange: Double? {
        let begins = transfers.map(\.begins).filter { $0 > now }.min()
        let flowing = transfers.filter { $0.begins <= now }
        let ends = flowing.map(\.bytesLeft).min().map { now + $0 * Double(flowing.count) / bytesPerSecond }
        return [begins, ends].compactMap(\.self).min()
    }

    /// Moves the time, at most to the next change.
    /// - Returns: The URLs of the completed transfers.
    mutating func advance(to time: Double) -> [URL] {
        let flowing = transfers.indices.filter { transfers[$0].begins <= now }
        let bytes = (time - now) * bytesPerSecond / Double(max(1, flowing.count))
        for index in flowing { transfers[index].bytesLeft -= bytes }
        carried += bytes * Double(flowing.count)
        now = time
        let complete = transfers.filter { $0.bytesLeft < 0.5 }.map(\.url)
        transfers.removeAll { $0.bytesLeft < 0.5 }
        return complete
    }
}

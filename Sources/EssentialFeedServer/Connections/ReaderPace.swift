import NIOCore

/// Decides whether a client takes what is waiting for it fast enough: by what it took in the last window, so that it may
/// pause in between.
struct ReaderPace {
    /// How often it is looked at in a window.
    static let checksPerWindow = 4

    private let window: TimeAmount
    /// In bytes, in a window.
    private let minimum: Int
    /// Oldest first; all but the oldest are younger than the window.
    private var samples: [(time: NIODeadline, taken: Int)] = []

    init(bytesPerSecond: Int, window: TimeAmount) {
        self.window = window
        minimum = max(1, Int(Double(bytesPerSecond) * Double(window.nanoseconds) / 1e9))
    }

    /// Begins anew: something is waiting for the client.
    mutating func begin(taken: Int, at time: NIODeadline) {
        samples = [(time, taken)]
    }

    /// - Parameters:
    ///   - taken: the bytes that the client has taken in all.
    ///   - time: not before that of the last call.
    /// - Returns: whether a whole window has gone by in which it took too little.
    mutating func isTooSlow(taken: Int, at time: NIODeadline) -> Bool {
        samples.append((time, taken))
        while samples.count > 1, time - samples[1].time >= window { samples.removeFirst() }
        return time - samples[0].time >= window && taken - samples[0].taken < minimum
    }
}

import NIOCore

/// Measures how fast a client receives a pending response, averaged over a time window.
struct ReaderPace {
    /// The number of checks in each window.
    static let checksPerWindow = 4

    private let window: TimeAmount
    /// The minimum number of bytes in a window.
    private let minimum: Int
    /// Oldest first; all but the oldest are younger than the window.
    private var samples: [(time: NIODeadline, received: Int)] = []

    init(bytesPerSecond: Int, window: TimeAmount) {
        self.window = window
        minimum = max(1, Int(Double(bytesPerSecond) * Double(window.nanoseconds) / 1e9))
    }

    /// Starts a new measurement.
    /// - Parameter received: The total number of bytes that the client has received.
    mutating func begin(received: Int, at time: NIODeadline) {
        samples = [(time, received)]
    }

    /// Returns whether the client received too little during a whole window.
    /// - Parameters:
    ///   - received: The total number of bytes that the client has received.
    ///   - time: Not earlier than in the previous call.
    mutating func isTooSlow(received: Int, at time: NIODeadline) -> Bool {
        samples.append((time, received))
        while samples.count > 1, time - samples[1].time >= window { samples.removeFirst() }
        return time - samples[0].time >= window && received - samples[0].received < minimum
    }
}

package import ImagePipeline

/// Decides when a row's picture is requested. At most one request runs at a time. Requests are numbered so that late
/// answers can be recognized.
package struct FeedImageRequestState: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case start(number: Int, ImagePriority)
        /// Gives the running request a higher priority.
        case raise(ImagePriority)
        case cancel
    }

    private struct Running: Hashable {
        let number: Int
        var priority: ImagePriority
    }

    private var running: Running?
    private var count = 0
    private var isVisible = false

    /// Creates the state of a row that isn't on the screen.
    package init() {}

    /// Requests the picture of a row that is now on the screen. A running preload continues as a visible request.
    /// - Parameter hasPicture: Whether the picture is already in memory.
    package mutating func becomeVisible(hasPicture: Bool = false) -> [Action] {
        isVisible = true
        return hasPicture ? [] : start(.visible)
    }

    /// Cancels the request of a row that has left the screen, or was removed.
    package mutating func resignVisible() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// Preloads the picture of a row that may be on the screen soon.
    /// - Parameter hasPicture: Whether the picture has already loaded.
    package mutating func becomeNearVisible(hasPicture: Bool = false) -> [Action] {
        isVisible || hasPicture ? [] : start(.preload)
    }

    /// Cancels the request of a row that has moved away from the screen, unless the row is on the screen.
    package mutating func resignNearVisible() -> [Action] { isVisible ? [] : cancel() }

    /// Requests the picture again, because the user asked for it, if the row is on the screen.
    package mutating func retry() -> [Action] { isVisible ? start(.visible) : [] }

    /// Returns whether a request is still waiting for its answer.
    package func isRunning(number: Int) -> Bool { running?.number == number }

    /// Ends a request after its answer.
    /// - Returns: `true` if the answer counts: the request wasn't cancelled or superseded.
    package mutating func finish(number: Int) -> Bool {
        guard isRunning(number: number) else { return false }
        running = nil
        return true
    }

    private mutating func start(_ priority: ImagePriority) -> [Action] {
        if let running {
            guard running.priority < priority else { return [] }
            self.running?.priority = priority
            return [.raise(priority)]
        }
        count += 1
        running = Running(number: count, priority: priority)
        return [.start(number: count, priority)]
    }

    private mutating func cancel() -> [Action] {
        guard running != nil else { return [] }
        running = nil
        return [.cancel]
    }
}

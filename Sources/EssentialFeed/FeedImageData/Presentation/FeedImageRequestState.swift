package import ImagePipeline

/// Decides when a row's picture is requested. At most one request runs at a time; each has a number, by which a late
/// answer is known.
package struct FeedImageRequestState: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case start(request: Int, ImagePriority)
        /// The running request is needed sooner.
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

    /// The row is on the screen. A running preload continues as a visible request.
    /// - Parameter hasPicture: Whether the picture is in memory, so that nothing needs to be loaded.
    package mutating func becomeVisible(hasPicture: Bool = false) -> [Action] {
        isVisible = true
        return hasPicture ? [] : start(.visible)
    }

    /// The row has left the screen.
    package mutating func resignVisible() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// The row may be on the screen soon.
    /// - Parameter hasPicture: Whether the picture is at hand already.
    package mutating func becomeNearVisible(hasPicture: Bool = false) -> [Action] {
        isVisible || hasPicture ? [] : start(.preload)
    }

    /// The row isn't near the screen any more. The request of a row that is on the screen continues.
    package mutating func resignNearVisible() -> [Action] {
        isVisible ? [] : cancel()
    }

    /// The person wants another try.
    package mutating func retry() -> [Action] {
        isVisible ? start(.visible) : []
    }

    /// The row is gone.
    package mutating func stop() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// A request has its answer.
    /// - Returns: `true` if the answer counts: the request was neither cancelled nor followed by another.
    package mutating func finish(request: Int) -> Bool {
        guard running?.number == request else { return false }
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
        return [.start(request: count, priority)]
    }

    private mutating func cancel() -> [Action] {
        guard running != nil else { return [] }
        running = nil
        return [.cancel]
    }
}

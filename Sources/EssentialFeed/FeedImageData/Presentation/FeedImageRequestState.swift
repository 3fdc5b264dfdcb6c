package import ImagePipeline

/// Decides when a row's picture is requested. At most one request runs at a time. Requests are numbered so that late
/// answers can be recognized.
package struct FeedImageRequestState: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case start(number: Int, ImagePriority)
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

    package init() {}

    /// Requests the picture of a row that is now on the screen. A running preload continues as a visible request.
    package mutating func becomeVisible(hasPicture: Bool = false) -> [Action] {
        isVisible = true
        return hasPicture ? [] : start(.visible)
    }

    package mutating func resignVisible() -> [Action] {
        isVisible = false
        return cancel()
    }

    package mutating func becomeNearVisible(hasPicture: Bool = false) -> [Action] {
        isVisible || hasPicture ? [] : start(.preload)
    }

    package mutating func resignNearVisible() -> [Action] { isVisible ? [] : cancel() }

    /// Requests the picture again, because the user asked for it, if the row is on the screen.
    package mutating func retry() -> [Action] { isVisible ? start(.visible) : [] }

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

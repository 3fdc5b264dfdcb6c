package import ImagePipeline

/// Whether a row's picture is being loaded, and what each event makes of that (B230–B245). At most one request runs at a
/// time; each has a number, by which a late answer is known.
package struct FeedImageRequestState: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case start(request: Int, ImagePriority)
        /// The running request is needed sooner (N022).
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

    /// B230, B232, B240: a running preload goes on, sooner.
    /// - Parameter hasPicture: whether the picture is in memory, so that nothing needs to be loaded.
    package mutating func becomeVisible(hasPicture: Bool = false) -> [Action] {
        isVisible = true
        return hasPicture ? [] : start(.visible)
    }

    /// B231.
    package mutating func resignVisible() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// B238.
    /// - Parameter hasPicture: whether the picture is at hand already.
    package mutating func becomeNearVisible(hasPicture: Bool = false) -> [Action] {
        return isVisible || hasPicture ? [] : start(.preload)
    }

    /// B239. A request of a row that is on the screen goes on.
    package mutating func resignNearVisible() -> [Action] {
        return isVisible ? [] : cancel()
    }

    /// B237.
    package mutating func retry() -> [Action] {
        isVisible ? start(.visible) : []
    }

    package mutating func stop() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// - Returns: whether the answer counts: the request was neither cancelled nor followed by another (B242, B244).
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

package import ImagePipeline

/// Decides when a row's picture is requested. At most one request runs at a time.
package struct FeedImageRequestState: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case start(ImagePriority)
        case raise(ImagePriority)
        case cancel
    }

    /// The priority of the running request; `nil` if none is running.
    private var running: ImagePriority?
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

    /// Ends the request after its answer. The answer of a cancelled request doesn't count.
    package mutating func finish() { running = nil }

    private mutating func start(_ priority: ImagePriority) -> [Action] {
        guard let running else {
            self.running = priority
            return [.start(priority)]
        }
        guard running < priority else { return [] }
        self.running = priority
        return [.raise(priority)]
    }

    private mutating func cancel() -> [Action] {
        guard running != nil else { return [] }
        running = nil
        return [.cancel]
    }
}

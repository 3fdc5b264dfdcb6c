/// Whether a row's picture is being loaded, and what each event makes of that (B230–B245). At most one request runs at a
/// time; each has a number, by which a late answer is known.
struct FeedImageRequestState: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case start(request: Int, FeedImagePriority)
        case cancel
    }

    private(set) var running: Int?
    private var count = 0
    private var isVisible = false
    private var isNear = false
    private var hasLoaded = false

    /// B230, B232, B240: a running preload goes on.
    mutating func becomeVisible() -> [Action] {
        isVisible = true
        return start(.visible)
    }

    /// B231.
    mutating func resignVisible() -> [Action] {
        isVisible = false
        return cancel()
    }

    /// B238. What has been loaded once is in the cache.
    mutating func becomeNearVisible() -> [Action] {
        isNear = true
        return isVisible || hasLoaded ? [] : start(.preload)
    }

    /// B239. A request of a row that is on the screen goes on.
    mutating func resignNearVisible() -> [Action] {
        isNear = false
        return isVisible ? [] : cancel()
    }

    /// B237.
    mutating func retry() -> [Action] {
        isVisible ? start(.visible) : []
    }

    mutating func stop() -> [Action] {
        isVisible = false
        isNear = false
        return cancel()
    }

    /// - Returns: whether the answer counts: the request was neither cancelled nor followed by another (B242, B244).
    mutating func finish(request: Int, hasLoaded: Bool) -> Bool {
        guard running == request else { return false }
        running = nil
        if hasLoaded { self.hasLoaded = true }
        return true
    }

    private mutating func start(_ priority: FeedImagePriority) -> [Action] {
        guard running == nil else { return [] }
        count += 1
        running = count
        return [.start(request: count, priority)]
    }

    private mutating func cancel() -> [Action] {
        guard running != nil else { return [] }
        running = nil
        return [.cancel]
    }
}

import ImageFormats

/// One kind of work: the waiting items and the running ones.
struct ImageQueue<Work: Hashable & Sendable>: Hashable, Sendable {
    let slots: ImageLoaderLimits.Slots
    private(set) var waiting: [Work] = []
    private(set) var running: Set<Work> = []

    init(_ slots: ImageLoaderLimits.Slots) { self.slots = slots }

    /// Whether a slot is free and work waits for it. This is usually false, in which case nothing needs to be ranked.
    var hasSlotForWaiting: Bool { running.count < slots.total && !waiting.isEmpty }

    mutating func wait(_ work: Work) { waiting.append(work) }
    mutating func leave(_ work: Work) { waiting.removeAll { $0 == work } }

    mutating func start(_ work: Work) {
        leave(work)
        running.insert(work)
    }

    mutating func end(_ work: Work) { running.remove(work) }

    func next(_ rank: (Work) -> ImageRank) -> (work: Work, rank: ImageRank)? {
        var next: (work: Work, rank: ImageRank)?
        for work in waiting {
            let rank = rank(work)
            if let best = next, !rank.isBefore(best.rank) { continue }
            next = (work, rank)
        }
        return next
    }
}

/// The requests for one image at one size, in the order of their arrival. Never empty while a job contains them.
struct ImageRequests: Hashable, Sendable {
    typealias ID = ImageLoaderState.RequestID

    private struct Request: Hashable {
        let id: ID
        var priority: ImagePriority
    }

    let size: PixelSize?
    private var requests: [Request]
    /// The highest priority of the requests, and the turn when it was first requested. Removing a request doesn't
    /// change the position of the others. Adding a request takes constant time.
    private(set) var rank: ImageRank

    init(_ id: ID, size: PixelSize?, _ rank: ImageRank) {
        self.size = size
        self.rank = rank
        requests = [Request(id: id, priority: rank.priority)]
    }

    var ids: [ID] { requests.map(\.id) }
    var isEmpty: Bool { requests.isEmpty }

    mutating func add(_ id: ID, _ rank: ImageRank) {
        requests.append(Request(id: id, priority: rank.priority))
        if rank.priority > self.rank.priority { self.rank = rank }
    }

    mutating func remove(_ id: ID) {
        requests.removeAll { $0.id == id }
        if let highest = requests.map(\.priority).max() { rank.priority = highest }
    }

    mutating func raise(_ id: ID, to rank: ImageRank) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        requests[index].priority = max(requests[index].priority, rank.priority)
        if rank.priority > self.rank.priority { self.rank = rank }
    }
}

/// The order of work: by priority, then in the order in which work got its priority.
struct ImageRank: Hashable, Sendable {
    var priority: ImagePriority
    /// A counter value from when the work got its priority.
    var turn: Int

    func isBefore(_ other: ImageRank) -> Bool {
        priority == other.priority ? turn < other.turn : priority > other.priority
    }
}

/// One kind of work: the waiting items and the number of running ones.
struct ImageQueue<Work: Hashable & Sendable>: Hashable, Sendable {
    let places: ImageLoaderLimits.Places
    private(set) var waiting: [Work] = []
    private(set) var running = 0

    init(_ places: ImageLoaderLimits.Places) {
        self.places = places
    }

    /// Whether a slot is free and work waits for it. This is usually false, in which case nothing needs to be ranked.
    var hasPlace: Bool { running < places.total && !waiting.isEmpty }

    mutating func wait(_ work: Work) { waiting.append(work) }
    mutating func leave(_ work: Work) { waiting.removeAll { $0 == work } }

    mutating func start(_ work: Work) {
        leave(work)
        running += 1
    }

    mutating func end() { running -= 1 }

    /// Returns the next work to start, or `nil` if none is waiting.
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

import ImageFormats

/// The order of work: higher priorities first, and within a priority the first that came to it.
struct ImageRank: Hashable, Sendable {
    var priority: ImagePriority
    /// When the work came to its priority, as a count.
    var turn: Int

    func isBefore(_ other: ImageRank) -> Bool {
        priority == other.priority ? turn < other.turn : priority > other.priority
    }
}

/// The requests that want the same of one image, in the order in which they came. Never empty while a job holds them.
struct ImageRequests: Hashable, Sendable {
    typealias ID = ImageLoaderState.RequestID

    private struct Request: Hashable {
        let id: ID
        var priority: ImagePriority
    }

    let size: PixelSize?
    private var requests: [Request]
    /// The rank of the most urgent request. Adding a request takes the same time however many there are.
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

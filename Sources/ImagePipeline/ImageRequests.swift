import ImageFormats

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

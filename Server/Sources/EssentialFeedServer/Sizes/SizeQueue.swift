import Foundation

/// The sizes of a photo made together: the sizes up to the large one, or only the full size.
struct SizeRequest: Hashable, Sendable {
    let photo: UUID
    var isOriginal = false
}

/// The order in which sizes are made: first the requested ones, then the others. The waiting people take turns, so no
/// one's costly photos delay the others.
struct SizeQueue {
    private struct Entry {
        let request: SizeRequest
        var people: Set<String?>
    }

    let maximumRequested: Int
    /// The maximum number of photos a person waits for. Requests without a person have no such limit.
    let maximumPerPerson: Int
    private(set) var running: Set<SizeRequest> = []
    private var requested: [Entry] = []
    /// The numbers of the people's last turns, since people began to wait.
    private var turns: [String?: Int] = [:]

    init(maximumRequested: Int, maximumPerPerson: Int) {
        (self.maximumRequested, self.maximumPerPerson) = (maximumRequested, maximumPerPerson)
    }

    /// Requests sizes for a person. Returns `false` if there are too many requests.
    mutating func request(_ request: SizeRequest, for person: String?) -> Bool {
        if running.contains(request) { return true }
        let index = requested.firstIndex { $0.request == request }
        if let index, requested[index].people.contains(person) { return true }
        if person != nil, requested.count(where: { $0.people.contains(person) }) >= maximumPerPerson { return false }
        if let index {
            requested[index].people.insert(person)
            return true
        }
        guard requested.count < maximumRequested else { return false }
        requested.append(Entry(request: request, people: [person]))
        return true
    }

    /// Starts the next sizes, unless others of the same photo are being made.
    mutating func next() -> SizeRequest? {
        let lastTurn = turns.values.max() ?? 0
        let earliest = { (entry: Entry, turns: [String?: Int]) in entry.people.map { turns[$0] ?? 0 }.min() ?? 0 }
        if requested.isEmpty { turns = [:] }
        // Both kinds of sizes of a photo are saved in the same place.
        let photos = Set(running.map(\.photo))
        let free = requested.indices.filter { !photos.contains(requested[$0].request.photo) }
        guard let index = free.min(by: { earliest(requested[$0], turns) < earliest(requested[$1], turns) }) else {
            return nil
        }
        let entry = requested.remove(at: index)
        for person in entry.people { turns[person] = lastTurn + 1 }
        running.insert(entry.request)
        return entry.request
    }

    mutating func begin(ahead photo: UUID) -> SizeRequest {
        let request = SizeRequest(photo: photo)
        running.insert(request)
        return request
    }

    mutating func end(_ request: SizeRequest) {
        running.remove(request)
    }
}

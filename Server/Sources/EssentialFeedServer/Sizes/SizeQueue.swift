import Foundation

/// The sizes of a photo that are made together: those up to the large one, or the full size alone.
struct SizeRequest: Hashable, Sendable {
    let photo: UUID
    var isOriginal = false
}

/// The order in which sizes are made: first the requested ones, then the others.
struct SizeQueue {
    let maximumRequested: Int
    private(set) var current: SizeRequest?
    private var requested: [SizeRequest] = []

    init(maximumRequested: Int) {
        self.maximumRequested = maximumRequested
    }

    /// Requests sizes. Returns `false` if there are too many requests.
    mutating func request(_ request: SizeRequest) -> Bool {
        if current == request || requested.contains(request) { return true }
        guard requested.count < maximumRequested else { return false }
        requested.append(request)
        return true
    }

    mutating func next() -> SizeRequest? {
        current = requested.isEmpty ? nil : requested.removeFirst()
        return current
    }

    /// Starts the sizes of a photo that hasn't been requested yet.
    mutating func begin(ahead photo: UUID) {
        current = SizeRequest(photo: photo)
    }

    mutating func end() {
        current = nil
    }
}

import Foundation

/// The order in which the sizes of photos are made: first the requested photos, then the others.
struct SizeQueue {
    /// The maximum number of requested photos.
    let maximumRequested: Int
    private(set) var current: UUID?
    private var requested: [UUID] = []

    init(maximumRequested: Int) {
        self.maximumRequested = maximumRequested
    }

    /// Requests a photo's sizes. Returns `false` if too many photos are already requested.
    mutating func request(_ photo: UUID) -> Bool {
        if current == photo || requested.contains(photo) { return true }
        guard requested.count < maximumRequested else { return false }
        requested.append(photo)
        return true
    }

    /// Starts the next requested photo.
    mutating func next() -> UUID? {
        current = requested.isEmpty ? nil : requested.removeFirst()
        return current
    }

    /// Starts a photo that hasn't been requested yet.
    mutating func begin(ahead photo: UUID) {
        current = photo
    }

    mutating func end() {
        current = nil
    }
}

import Foundation

/// The order in which the sizes of photos are made: first those of photos that somebody waits for, then those that nobody
/// has asked for yet.
struct SizeQueue {
    /// The most photos that are waited for at a time.
    let maximumRequested: Int
    private(set) var current: UUID?
    private var requested: [UUID] = []

    init(maximumRequested: Int) {
        self.maximumRequested = maximumRequested
    }

    /// Asks for a photo's sizes. Returns `false` if too many are waited for.
    mutating func request(_ photo: UUID) -> Bool {
        if current == photo || requested.contains(photo) { return true }
        guard requested.count < maximumRequested else { return false }
        requested.append(photo)
        return true
    }

    /// Begins with the next photo that is waited for.
    mutating func next() -> UUID? {
        current = requested.isEmpty ? nil : requested.removeFirst()
        return current
    }

    /// Begins with a photo that nobody waits for yet.
    mutating func begin(ahead photo: UUID) {
        current = photo
    }

    mutating func end() {
        current = nil
    }
}

import NIOCore
import Synchronization

/// How much a person may write in a time.
struct WriteLimit: Hashable, Sendable {
    /// The limit in words.
    let name: String
    let count: Int
    let window: TimeAmount

    static let comments = [
        WriteLimit(name: "10 comments a minute", count: 10, window: .minutes(1)),
        WriteLimit(name: "200 comments a day", count: 200, window: .hours(24)),
    ]
    static let reactions = [WriteLimit(name: "60 reactions a minute", count: 60, window: .minutes(1))]
}

/// Counts what each person writes. A restart of the server begins again.
final class WriteLimiter: Sendable {
    private struct Key: Hashable {
        let person: String
        let limit: WriteLimit
    }

    private let times = Mutex<[Key: [NIODeadline]]>([:])
    private let now: @Sendable () -> NIODeadline

    /// - Parameter now: Returns the current time.
    init(now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.now = now
    }

    /// Counts a write if it is within all of the limits.
    /// - Throws: ``FriendsError/tooMany(_:retryAfter:)`` with the limit that takes longest.
    func take(_ limits: [WriteLimit], for person: Person) throws(FriendsError) {
        let now = now()
        let refusal: FriendsError? = times.withLock { times in
            var refusal: (limit: WriteLimit, wait: Int64)?
            for limit in limits {
                let key = Key(person: person.id, limit: limit)
                times[key]?.removeAll { now - $0 >= limit.window }
                guard let first = times[key]?.first, times[key]?.count == limit.count else { continue }
                let wait = (limit.window - (now - first)).nanoseconds
                if wait > refusal?.wait ?? 0 { refusal = (limit, wait) }
            }
            if let refusal { return .tooMany(refusal.limit, retryAfter: Int((refusal.wait - 1) / 1_000_000_000) + 1) }
            for limit in limits { times[Key(person: person.id, limit: limit), default: []].append(now) }
            return nil
        }
        if let refusal { throw refusal }
    }
}

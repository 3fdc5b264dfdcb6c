import Foundation
import NIOCore
import Synchronization

/// Counts each person's writes. Daily limits survive a restart of the server; limits per minute start over.
final class WriteLimiter: Sendable {
    fileprivate struct Key: Hashable {
        let person: String
        let limit: WriteLimit
    }

    private struct Entry {
        let number: Int
        /// In nanoseconds on the clock of the limits; negative before the machine started.
        let time: Int64
        let amount: Int
    }

    /// Amounts counted together, which can be given back.
    struct Taken: Sendable {
        fileprivate let number: Int
        fileprivate let keys: [Key]
    }

    private struct State {
        var last = 0
        var recalled: Set<String> = []
        var entries: [Key: [Entry]] = [:]
        /// How often a photo's decoder has ended.
        var ends: [ContentDigest: Int] = [:]
    }

    let posts: PostLimits
    private let state = Mutex(State())
    /// The photos being received or drawn.
    private let uploads = Shares(maximumByClient: WriteLimit.uploads.count)
    private let now: @Sendable () -> NIODeadline

    init(posts: PostLimits = PostLimits(), now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        (self.posts, self.now) = (posts, now)
    }

    /// Counts what a person has written before the server started; does so once.
    func recall(_ person: Person, at date: Date, in rows: any FriendsRows) throws {
        guard state.withLock({ !$0.recalled.contains(person.id) }) else { return }
        recall(person, at: date, try rows.history(of: person, since: date - WriteHistory.window))
    }

    func recall(_ person: Person, at date: Date, _ history: WriteHistory) {
        let now = nanoseconds()
        func entries(_ writes: [(date: Date, amount: Int)]) -> [Entry] {
            writes.compactMap { write -> Entry? in
                let age = date.timeIntervalSince(write.date)
                // A clock may have been set back. Long before a write, the clock is wrong, and any write would count.
                guard age >= -WriteHistory.window else { return nil }
                let time = now - Int64(min(max(age, 0), WriteHistory.window) * 1e9)
                return Entry(number: 0, time: time, amount: write.amount)
            }
        }
        let counted = [
            (WriteLimit.commentsADay, entries(history.comments.map { ($0, 1) })),
            (posts.photosADay, entries(history.photos.map { ($0.date, 1) })),
            (posts.bytesADay, entries(history.photos.map { ($0.date, $0.bytes) })),
            (WriteLimit.namesADay, entries(history.names.map { ($0, 1) })),
            (WriteLimit.linksADay, entries(history.links.map { ($0, 1) })),
        ]
        state.withLock { state in
            guard state.recalled.insert(person.id).inserted else { return }
            for (limit, entries) in counted {
                state.entries[Key(person: person.id, limit: limit), default: []].insert(contentsOf: entries, at: 0)
            }
        }
    }

    /// Counts a write if it is within all of the limits.
    /// - Returns: The amounts for ``giveBack(_:)``, if nothing is written after all.
    /// - Throws: ``FriendsError/tooMany(_:retryAfter:)`` with the limit of the longest wait.
    @discardableResult
    func take(_ limits: [WriteLimit], for person: Person) throws(FriendsError) -> Taken {
        try take(limits.map { ($0, 1) }, for: person)
    }

    func take(_ amounts: [(limit: WriteLimit, amount: Int)], for person: Person) throws(FriendsError) -> Taken {
        let now = nanoseconds()
        let result: Result<Taken, FriendsError> = state.withLock { state in
            var refusal: (limit: WriteLimit, wait: Int64)?
            for (limit, amount) in amounts {
                let key = Key(person: person.id, limit: limit)
                state.entries[key]?.removeAll { now - $0.time >= limit.window.nanoseconds }
                let entries = state.entries[key] ?? []
                var excess = entries.reduce(amount - limit.count) { $0 + $1.amount }
                // The first entries have to expire until there is room.
                guard excess > 0,
                    let last = entries.first(where: { entry in
                        excess -= entry.amount
                        return excess <= 0
                    })
                else { continue }
                let wait = limit.window.nanoseconds - (now - last.time)
                if wait > refusal?.wait ?? 0 { refusal = (limit, wait) }
            }
            if let refusal {
                return .failure(
                    .tooMany(refusal.limit, retryAfter: Int((refusal.wait - 1) / 1_000_000_000) + 1))
            }
            state.last += 1
            for (limit, amount) in amounts {
                state.entries[Key(person: person.id, limit: limit), default: []].append(
                    Entry(number: state.last, time: now, amount: amount))
            }
            return .success(Taken(number: state.last, keys: amounts.map { Key(person: person.id, limit: $0.limit) }))
        }
        return try result.get()
    }

    /// Counts a photo being received, until the share ends: one person can't occupy all decoders.
    func begin(_ person: Person) throws(FriendsError) -> Shares.Share {
        let limit = WriteLimit.uploads
        guard let share = uploads.take(1, for: person.id) else {
            throw .tooMany(limit, retryAfter: Int(limit.window.nanoseconds / 1_000_000_000))
        }
        return share
    }

    /// - Returns: Whether the photo may be sent again, because it may not be the reason.
    func mayDrawAgain(_ photo: ContentDigest) -> Bool {
        state.withLock { state in
            let ends = (state.ends[photo] ?? 0) + 1
            let mayDrawAgain = ends < SizingResult.maximumAttempts
            state.ends[photo] = mayDrawAgain ? ends : nil
            return mayDrawAgain
        }
    }

    /// Forgets the ends of a photo's decoder, because the photo has been drawn.
    func forgetEnds(of photo: ContentDigest) { state.withLock { $0.ends[photo] = nil } }

    private func nanoseconds() -> Int64 { Int64(now().uptimeNanoseconds) }

    /// Forgets the amounts of a write that didn't happen.
    func giveBack(_ taken: Taken?) {
        guard let taken else { return }
        state.withLock { state in
            for key in taken.keys { state.entries[key]?.removeAll { $0.number == taken.number } }
        }
    }
}

/// A person's writes before the server started, without deleted ones, and the times of name changes and new links.
struct WriteHistory: Sendable {
    /// The longest window of a limit, in seconds.
    static let window: TimeInterval = 86_400

    var comments: [Date] = []
    var photos: [(date: Date, bytes: Int)] = []
    var names: [Date] = []
    var links: [Date] = []
}

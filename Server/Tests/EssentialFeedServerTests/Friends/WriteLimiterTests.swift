import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct WriteLimiterTests {
    private let maria = Person(id: "1", name: "maria")
    private let bob = Person(id: "2", name: "bob")

    @Test func `The eleventh comment in a minute waits for the first to be a minute old, another's doesn't`() throws {
        let clock = Box(NIODeadline.uptimeNanoseconds(0))
        let limiter = WriteLimiter(now: { clock.value })
        for second in 0..<10 {
            clock.set(.uptimeNanoseconds(UInt64(second) * 1_000_000_000))
            try limiter.take(WriteLimit.comments, for: maria)
        }
        #expect(throws: FriendsError.tooMany(WriteLimit.comments[0], retryAfter: 51)) {
            try limiter.take(WriteLimit.comments, for: maria)
        }
        try limiter.take(WriteLimit.comments, for: bob)
        clock.set(.uptimeNanoseconds(59_999_999_999))
        #expect(throws: FriendsError.tooMany(WriteLimit.comments[0], retryAfter: 1)) {
            try limiter.take(WriteLimit.comments, for: maria)
        }
        clock.set(.uptimeNanoseconds(60_000_000_000))
        try limiter.take(WriteLimit.comments, for: maria)
    }

    @Test func `After 200 comments, the next one waits for the first to be a day old`() throws {
        let clock = Box(NIODeadline.uptimeNanoseconds(0))
        let limiter = WriteLimiter(now: { clock.value })
        for minute in 0..<200 {
            clock.set(.uptimeNanoseconds(UInt64(minute) * 60_000_000_000))
            try limiter.take(WriteLimit.comments, for: maria)
        }
        #expect(throws: FriendsError.tooMany(WriteLimit.comments[1], retryAfter: 86_400 - 199 * 60)) {
            try limiter.take(WriteLimit.comments, for: maria)
        }
        clock.set(.uptimeNanoseconds(86_400_000_000_000))
        try limiter.take(WriteLimit.comments, for: maria)
    }

    @Test func `By a clock that is set back, a day's writes count, but not all that were ever written`() throws {
        let limiter = WriteLimiter()
        let now = Date(timeIntervalSince1970: 60)
        limiter.recall(maria, at: now, WriteHistory(comments: Array(repeating: now + 86_400, count: 200)))
        #expect(throws: FriendsError.self) { try limiter.take(WriteLimit.comments, for: maria) }
        limiter.recall(bob, at: now, WriteHistory(comments: Array(repeating: now + 86_401, count: 200)))
        try limiter.take(WriteLimit.comments, for: bob)
    }

    @Test func `A person sends three photos at a time, and another person is not in the way`() throws {
        let limiter = WriteLimiter()
        let (maria, bob) = (Person(id: "1", name: "maria"), Person(id: "2", name: "bob"))
        let shares = try (0..<3).map { _ in try limiter.begin(maria) }
        #expect(throws: FriendsError.tooMany(.uploads, retryAfter: 5)) { try limiter.begin(maria) }
        _ = try limiter.begin(bob)
        shares[0].end()
        _ = try limiter.begin(maria)
    }
}

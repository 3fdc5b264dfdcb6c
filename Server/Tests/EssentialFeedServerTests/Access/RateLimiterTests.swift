import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct RateLimiterTests {
    private let start = NIODeadline.uptimeNanoseconds(5_000_000_000)

    @Test func `A client may send a burst at once, then as many a second as the rate says`() {
        var limiter = RateLimiter<Int>(RequestRate(burst: 3, perSecond: 2))
        #expect((0..<4).map { _ in limiter.take(1, at: start) } == [nil, nil, nil, 1])
        #expect(limiter.take(1, at: start + .milliseconds(499)) == 1)
        #expect((0..<2).map { _ in limiter.take(1, at: start + .milliseconds(501)) } == [nil, 1])
        // Waiting longer saves up no more than a burst.
        #expect((0..<4).map { _ in limiter.take(1, at: start + .hours(1)) } == [nil, nil, nil, 1])
    }

    @Test func `The memory for clients has a limit, and those that are still waiting are kept before others`() {
        var limiter = RateLimiter<Int>(RequestRate(burst: 2, perSecond: 1))
        let maximum = RateLimiter<Int>.maximumClients
        for client in 0..<maximum - 1 { _ = limiter.take(client, at: start) }
        for _ in 0..<3 { _ = limiter.take(-1, at: start + .seconds(2)) }
        #expect(limiter.clientCount == maximum)
        #expect(limiter.take(-2, at: start + .seconds(2)) == nil)
        #expect(limiter.clientCount == 2)
        #expect(limiter.take(-1, at: start + .seconds(2)) == 1)
        for client in 0..<3 * maximum {
            _ = limiter.take(client, at: start + .seconds(2))
            #expect(limiter.clientCount <= maximum)
        }
    }
}

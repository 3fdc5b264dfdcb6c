import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import EssentialFeedHTTP

@Suite struct RequestTimingsTests {
    private let told = EventLog<RequestTiming>()

    @Test("Trace: each request is told of once, its stages in their order, and its number does not go out")
    func test_load_tellsWhenRequestsWentOutAndWereAnswered() async throws {
        try await withNetwork(onTiming: { told.append($0) }) { server, client in
            server.answer("/a", with: .response())
            server.answer("/none", with: .close)
            _ = try await client.load(request(server.url("/a")))
            _ = try await client.failure(of: request(server.url("/none")))
            _ = try await client.load(request(server.url("/a")))
            #expect(told.events.map(\.url) == [server.url("/a"), server.url("/a")])
            #expect(told.events.allSatisfy { $0.began <= $0.connected && $0.connected <= $0.answered })
            #expect(server.requests.events.allSatisfy { $0[RequestTimingHandler.field] == nil })
        }
    }

    @Test("Trace: nothing is kept of a request that was answered or that ended without an answer")
    func test_forget_leavesNothing() {
        let timings = RequestTimings { told.append($0) }
        let (answered, cut, unsent) = (timings.begin(), timings.begin(), timings.begin())
        timings.connected(answered)
        timings.connected(cut)
        #expect(timings.count == 3)
        timings.answered(answered, url: anyURL())
        for number in [answered, cut, unsent] { timings.forget(number) }
        #expect(timings.count == 0)
        #expect(told.events.count == 1)
    }

    @Test("Trace: a request that goes out after it was given up is not kept")
    func test_connected_ignoresForgottenRequest() {
        let timings = RequestTimings { told.append($0) }
        let number = timings.begin()
        timings.forget(number)
        timings.connected(number)
        #expect(timings.count == 0)
        timings.answered(number, url: anyURL())
        #expect(told.events.isEmpty)
    }
}

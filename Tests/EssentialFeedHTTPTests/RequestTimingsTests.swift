import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import EssentialFeedHTTP

@Suite struct RequestTimingsTests {
    private let reported = EventLog<RequestTiming>()

    @Test(
        "Trace: each response's timing is reported once, with its stages in order, and the request's number isn't sent")
    func loadReportsTimings() async throws {
        try await withNetwork(onTiming: { reported.append($0) }) { server, client in
            server.answer("/a", with: .response())
            server.answer("/none", with: .close)
            _ = try await client.load(request(server.url("/a")))
            _ = try await client.failure(of: request(server.url("/none")))
            _ = try await client.load(request(server.url("/a")))
            #expect(reported.events.map(\.url) == [server.url("/a"), server.url("/a")])
            #expect(reported.events.allSatisfy { $0.began <= $0.connected && $0.connected <= $0.answered })
            #expect(server.requests.events.allSatisfy { $0[RequestTimingHandler.field] == nil })
        }
    }

    @Test func `Trace: nothing is kept of a request that has ended, with or without a response`() {
        let timings = RequestTimings { reported.append($0) }
        let (answered, cut, unsent) = (timings.begin(), timings.begin(), timings.begin())
        timings.connected(answered)
        timings.connected(cut)
        #expect(timings.count == 3)
        timings.answered(answered, url: anyURL())
        for number in [answered, cut, unsent] { timings.forget(number) }
        #expect(timings.count == 0)
        #expect(reported.events.count == 1)
    }

    @Test func `Trace: nothing is kept of a request that goes out after it was forgotten`() {
        let timings = RequestTimings { reported.append($0) }
        let number = timings.begin()
        timings.forget(number)
        timings.connected(number)
        #expect(timings.count == 0)
        timings.answered(number, url: anyURL())
        #expect(reported.events.isEmpty)
    }
}

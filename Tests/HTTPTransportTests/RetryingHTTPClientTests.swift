import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite struct RetryingHTTPClientTests {
    private let clock = VirtualClock()

    @Test(arguments: [200, 304, 404, 500])
    func `A response with any other status is delivered after one request`(status: Int) async throws {
        let inner = ScriptedClient(.answer(status))
        #expect(try await makeClient(inner).load(anyRequest).status.code == status)
        #expect(inner.requests == [anyRequest])
    }

    @Test func `A request is sent again twice, and the third response is delivered as it is`() async throws {
        let inner = ScriptedClient(.answer(502), .failure(.reset), .answer(503))
        let task = Task { try await makeClient(inner, jitter: 0.5).load(anyRequest) }
        try await advance(by: .milliseconds(250))
        try await advance(by: .milliseconds(500))

        #expect(try await task.valueInTime().status == 503)
        #expect(inner.requests.count == 3)
        #expect(clock.sleeps.sorted() == [.milliseconds(250), .milliseconds(500), .seconds(30)])
    }

    @Test func `A transient error that lasts is thrown after three requests`() async throws {
        let inner = ScriptedClient(.failure(.reset), .failure(.reset), .failure(.refused))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .milliseconds(500))
        try await advance(by: .seconds(1))

        #expect(await failure(of: task) == .refused)
        #expect(inner.requests.count == 3)
    }

    @Test func `A Retry-After date counts from the injected current time`() async throws {
        let inner = ScriptedClient(.answer(503, [.retryAfter: "Thu, 01 Jan 1970 00:00:20 GMT"]), .answer(200))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .seconds(20))

        #expect(try await task.valueInTime().status == 200)
    }

    @Test func `The time limit covers all attempts and waits`() async throws {
        let inner = ScriptedClient(.answer(503, [.retryAfter: "20"]), .hang)
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .seconds(20))
        try await inner.attempts.wait(for: 2)
        clock.advance(by: .seconds(9))
        #expect(inner.cancellations.events.isEmpty)
        clock.advance(by: .seconds(1))

        #expect(await failure(of: task) == .timeout)
        #expect(inner.cancellations.events.count == 1)
    }

    @Test func `B011 Cancelling during a wait throws a cancellation error at once`() async throws {
        let inner = ScriptedClient(.answer(503), .answer(200))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        await clock.sleepers(2)
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        #expect(inner.requests.count == 1)
    }

    @Test func `B011 Cancelling during a request cancels it, and nothing is sent again`() async throws {
        let inner = ScriptedClient(.hang)
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await inner.attempts.wait(for: 1)
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        #expect(inner.cancellations.events.count == 1)
        #expect(inner.requests.count == 1)
    }

    private let anyRequest = DataRequest(
        url: anyURL(), headerFields: [.from: "b"], maximumBytes: 1, timeLimit: .seconds(30))

    private func makeClient(_ inner: ScriptedClient, jitter: Double = 1) -> RetryingHTTPClient<VirtualClock> {
        RetryingHTTPClient(client: inner, clock: clock, jitter: { jitter }, now: { Date(timeIntervalSince1970: 0) })
    }

    /// Advances the clock once the time limit and the wait both sleep.
    private func advance(by duration: Duration) async throws {
        await clock.sleepers(2)
        clock.advance(by: duration)
    }

    private func failure(of task: Task<DataResponse, any Error>) async -> HTTPClientError.Kind? {
        await #expect(throws: HTTPClientError.self) { try await task.valueInTime() }?.kind
    }
}

/// A client that takes its turns one after the other, and records the requests.
private final class ScriptedClient: HTTPClient {
    enum Turn {
        case answer(Int, HTTPFields = [:])
        case failure(HTTPClientError.Kind)
        case hang
    }

    let attempts = EventLog<DataRequest>()
    let cancellations = EventLog<Void>()
    private let turns: Mutex<[Turn]>

    init(_ turns: Turn...) {
        self.turns = Mutex(turns)
    }

    var requests: [DataRequest] { attempts.events }

    func load(_ request: DataRequest) async throws -> DataResponse {
        attempts.append(request)
        switch turns.withLock({ $0.isEmpty ? .failure(.other) : $0.removeFirst() }) {
        case .answer(let status, let fields):
            return DataResponse(
                url: request.url, status: HTTPResponse.Status(code: status), headerFields: fields, body: Data())
        case .failure(let kind): throw HTTPClientError(kind)
        case .hang:
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                cancellations.append(())
                throw error
            }
            throw HTTPClientError(.other)
        }
    }
}

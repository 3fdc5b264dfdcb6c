import EssentialFeed
import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@Suite struct RetryingHTTPClientTests {
    private let clock = VirtualClock()

    @Test("N007 An answer that needs no repetition is delivered after one request", arguments: [200, 304, 404, 500])
    func test_load_sendsOneRequestWhenTheAnswerStands(status: Int) async throws {
        let inner = ScriptedClient(.answer(status))
        #expect(try await makeClient(inner).load(anyRequest).status == status)
        #expect(inner.requests == [anyRequest])
    }

    @Test("N007 A read is repeated twice with back-off, and the third answer is delivered as it is")
    func test_load_repeatsTwice() async throws {
        let inner = ScriptedClient(.answer(502), .failure(.reset), .answer(503))
        let task = Task { try await makeClient(inner, jitter: 0.5).load(anyRequest) }
        try await advance(by: .milliseconds(250))
        try await advance(by: .milliseconds(500))

        #expect(try await task.valueInTime().status == 503)
        #expect(inner.requests.count == 3)
        #expect(clock.sleeps.sorted() == [.milliseconds(250), .milliseconds(500), .seconds(30)])
    }

    @Test("N007 A repetition that succeeds is delivered")
    func test_load_deliversTheRepetition() async throws {
        let inner = ScriptedClient(.failure(.refused), .answer(200))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .milliseconds(500))

        #expect(try await task.valueInTime().status == 200)
        #expect(inner.requests == [anyRequest, anyRequest])
    }

    @Test("N007 A transient failure that lasts is thrown after three requests")
    func test_load_throwsTheLastFailure() async throws {
        let inner = ScriptedClient(.failure(.reset), .failure(.reset), .failure(.refused))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .milliseconds(500))
        try await advance(by: .seconds(1))

        #expect(await failure(of: task) == .refused)
        #expect(inner.requests.count == 3)
    }

    @Test("N007 A connect timeout is not repeated")
    func test_load_doesNotRepeatAConnectTimeout() async throws {
        let inner = ScriptedClient(.failure(.connectTimeout))
        let task = Task { try await makeClient(inner).load(anyRequest) }

        #expect(await failure(of: task) == .connectTimeout)
        #expect(inner.requests.count == 1)
    }

    @Test("N007 Retry-After is waited for, as a date from the injected now")
    func test_load_waitsForRetryAfter() async throws {
        let inner = ScriptedClient(.answer(503, ["Retry-After": "Thu, 01 Jan 1970 00:00:20 GMT"]), .answer(200))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .seconds(20))

        #expect(try await task.valueInTime().status == 200)
    }

    @Test("N007 Retry-After over 60 s delivers the answer at once")
    func test_load_deliversTheAnswerWhenRetryAfterIsLong() async throws {
        let inner = ScriptedClient(.answer(503, ["Retry-After": "61"]))
        #expect(try await makeClient(inner).load(request(timeLimit: .seconds(120))).status == 503)
        #expect(inner.requests.count == 1)
    }

    @Test("N007 The time limit covers all attempts and waits: then the call fails as a timeout")
    func test_load_failsAsTimeoutWhenAllTookTooLong() async throws {
        let inner = ScriptedClient(.answer(503, ["Retry-After": "20"]), .hang)
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await advance(by: .seconds(20))
        try await inner.attempts.wait(for: 2)
        clock.advance(by: .seconds(9))
        #expect(inner.cancellations.events.isEmpty)
        clock.advance(by: .seconds(1))

        #expect(await failure(of: task) == .timeout)
        #expect(inner.cancellations.events.count == 1)
    }

    @Test("N007 A wait that the time does not suffice for is not begun: the answer is delivered")
    func test_load_deliversTheAnswerWhenTheTimeDoesNotSufficeForTheWait() async throws {
        let inner = ScriptedClient(.answer(503, ["Retry-After": "30"]))
        #expect(try await makeClient(inner).load(anyRequest).status == 503)
    }

    @Test("N007 B011 Cancelling while it waits ends at once with a cancellation error")
    func test_load_throwsCancellationErrorWhenCancelledWhileItWaits() async throws {
        let inner = ScriptedClient(.answer(503), .answer(200))
        let task = Task { try await makeClient(inner).load(anyRequest) }
        await clock.sleepers(2)
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        #expect(inner.requests.count == 1)
    }

    @Test("N007 B011 Cancelling while a request runs cancels it, and nothing is repeated")
    func test_load_cancelsTheRunningRequest() async throws {
        let inner = ScriptedClient(.hang)
        let task = Task { try await makeClient(inner).load(anyRequest) }
        try await inner.attempts.wait(for: 1)
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        #expect(inner.cancellations.events.count == 1)
        #expect(inner.requests.count == 1)
    }

    private var anyRequest: DataRequest { request(timeLimit: .seconds(30)) }

    private func request(timeLimit: Duration) -> DataRequest {
        DataRequest(url: anyURL(), headers: ["a": "b"], maximumBytes: 1, timeLimit: timeLimit)
    }

    private func makeClient(_ inner: ScriptedClient, jitter: Double = 1) -> RetryingHTTPClient<VirtualClock> {
        RetryingHTTPClient(
            client: inner, clock: clock, jitter: { jitter }, now: { Date(timeIntervalSince1970: 0) })
    }

    /// Moves the time once the time limit and the wait are both being slept for.
    private func advance(by duration: Duration) async throws {
        await clock.sleepers(2)
        clock.advance(by: duration)
    }

    private func failure(of task: Task<DataResponse, any Error>) async -> HTTPClientError.Kind? {
        await #expect(throws: HTTPClientError.self) { try await task.valueInTime() }?.kind
    }
}

/// Answers in turn, and records.
private final class ScriptedClient: HTTPClient {
    enum Turn {
        case answer(Int, HTTPHeaders = [:])
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
        case .answer(let status, let headers):
            return DataResponse(url: request.url, status: status, headers: headers, body: Data())
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

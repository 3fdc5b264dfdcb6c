public import Foundation

/// A client that retries requests after transient failures, as its ``RetryPolicy`` decides.
///
/// A request's time limit covers all attempts and the waits between them.
public struct RetryingHTTPClient<C: Clock>: HTTPClient where C.Duration == Duration {
    private let client: any HTTPClient
    private let policy: RetryPolicy
    private let clock: C
    private let jitter: @Sendable () -> Double
    private let now: @Sendable () -> Date

    /// Creates a client that sends each attempt through another client.
    /// - Parameters:
    ///   - clock: Measures attempts and waits.
    ///   - jitter: Returns random numbers from 0 to 1.
    ///   - now: Returns the current time, from which a `Retry-After` date counts.
    public init(
        client: any HTTPClient, policy: RetryPolicy = RetryPolicy(), clock: C,
        jitter: @escaping @Sendable () -> Double, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.policy = policy
        self.clock = clock
        self.jitter = jitter
        self.now = now
    }

    /// Returns the last attempt's response, regardless of its status.
    /// - Throws: The last attempt's error; ``HTTPClientError`` of kind ``HTTPClientError/Kind/timeout`` when the time
    ///   limit expires; `CancellationError`, at once, if the calling task was cancelled, even between two attempts.
    public func load(_ request: DataRequest) async throws -> DataResponse {
        let deadline = clock.now.advanced(by: request.timeLimit)
        return try await withTimeLimit(request.timeLimit, clock: clock) {
            try await attempt(request, until: deadline)
        }
    }

    private func attempt(_ request: DataRequest, until deadline: C.Instant) async throws -> DataResponse {
        var retries = 0
        while true {
            let outcome = await outcome(of: request)
            try Task.checkCancellation()
            let delay = policy.delay(
                after: outcome, retries: retries, remaining: clock.now.duration(to: deadline), jitter: jitter(),
                now: now())
            guard let delay else { return try outcome.get() }
            try await clock.sleep(for: delay)
            retries += 1
        }
    }

    private func outcome(of request: DataRequest) async -> Result<DataResponse, any Error> {
        do {
            return .success(try await client.load(request))
        } catch {
            return .failure(error)
        }
    }
}

public import Foundation
import HTTPTypes

/// A client that retries requests after transient failures, according to its ``RetryPolicy``.
///
/// A request's time limit covers all attempts and the waits between them.
public struct RetryingHTTPClient<C: Clock>: HTTPClient where C.Duration == Duration {
    private let client: any HTTPClient
    private let clock: C
    private let jitter: @Sendable () -> Double
    private let now: @Sendable () -> Date

    /// Creates a client that sends each attempt through another client.
    /// - Parameters:
    ///   - client: The client that sends each attempt.
    ///   - clock: Measures attempts and waits.
    ///   - jitter: Returns random numbers from 0 to 1.
    ///   - now: Returns the current time, to compare with a `Retry-After` date.
    public init(
        client: any HTTPClient, clock: C, jitter: @escaping @Sendable () -> Double, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
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
            let delay = RetryPolicy.delay(
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

/// A policy that decides whether and when to retry a failed request.
///
/// A request is retried after a response with status 502, 503 or 504, after a 429 with `Retry-After`, and after a
/// refused or reset connection. It is retried at most twice, after a random delay of up to 0.5 s and then of up to 1 s
/// ("full jitter"): clients that failed together don't retry together. A longer `Retry-After` is respected up to 60 s;
/// beyond that, the request isn't retried.
public enum RetryPolicy {
    private static let maximumRetries = 2
    /// The longest random wait before the first retry. It doubles with each retry.
    private static let firstDelay = Duration.milliseconds(500)
    /// The longest `Retry-After` to wait for.
    private static let maximumRetryAfter = Duration.seconds(60)

    /// Returns how long to wait before the next attempt, or `nil` if the request isn't retried.
    ///
    /// A request isn't retried if the wait would exceed the remaining time, because the last outcome is more
    /// informative than a timeout.
    /// - Parameters:
    ///   - outcome: How the last attempt ended.
    ///   - retries: The number of retries so far.
    ///   - remaining: The time left of the request's limit.
    ///   - jitter: A random number from 0 to 1.
    ///   - now: The current time, to compare with a `Retry-After` date.
    public static func delay(
        after outcome: Result<DataResponse, any Error>, retries: Int, remaining: Duration, jitter: Double, now: Date
    ) -> Duration? {
        let retryAfter = Self.retryAfter(outcome, now: now)
        guard retries < maximumRetries, Self.isTransient(outcome, saysWhen: retryAfter != nil) else { return nil }
        var delay = firstDelay * (1 << retries) * jitter
        if let retryAfter {
            guard retryAfter <= maximumRetryAfter else { return nil }
            delay = max(delay, retryAfter)
        }
        return delay < remaining ? delay : nil
    }

    private static func isTransient(_ outcome: Result<DataResponse, any Error>, saysWhen: Bool) -> Bool {
        switch outcome {
        case .success(let response) where response.status == .tooManyRequests: saysWhen
        case .success(let response): (502...504).contains(response.status.code)
        case .failure(let error): (error as? HTTPClientError)?.isTransient ?? false
        }
    }

    /// Returns the wait requested by the server, in seconds or by a date, or `nil` for none.
    package static func retryAfter(_ outcome: Result<DataResponse, any Error>, now: Date) -> Duration? {
        guard case .success(let response) = outcome,
            let text = response.headerFields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty
        else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, Self.century))
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        return .seconds(min(max(date.timeIntervalSince(now), 0), Double(Self.century)))
    }

    /// A hundred years, in seconds. Longer waits are clamped to it, because they would overflow.
    private static let century = 100 * 366 * 86_400
}

/// Parses HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The preferred form, and the two obsolete forms that a recipient must also accept.
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    static func date(from text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}

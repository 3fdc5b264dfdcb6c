public import Foundation
import HTTPTypes

/// A policy that decides whether and when a failed request is retried.
///
/// A request is retried after a response with status 502, 503 or 504, after a 429 with `Retry-After`, and after a
/// refused or reset connection. It is retried at most twice, after a random delay of up to 0.5 s and then of up to 1 s
/// ("full jitter"), so that clients that failed together don't retry together. A longer `Retry-After` is respected up
/// to 60 s; beyond that, the request isn't retried.
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of retries.
    public var maximumRetries = 2
    /// The longest random wait before the first retry. It doubles with each retry.
    public var firstDelay = Duration.milliseconds(500)
    /// The longest `Retry-After` to wait for.
    public var maximumRetryAfter = Duration.seconds(60)

    /// Creates the policy with its default values.
    public init() {}

    /// Returns how long to wait before the next attempt, or `nil` if the request isn't retried.
    ///
    /// A request isn't retried if the wait would exceed the remaining time, because the last outcome says more than a
    /// timeout.
    /// - Parameters:
    ///   - outcome: How the last attempt ended.
    ///   - retries: The number of retries so far.
    ///   - remaining: The time left of the request's limit.
    ///   - jitter: A random number from 0 to 1.
    ///   - now: The current time, from which a `Retry-After` date counts.
    public func delay(
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

    /// Returns the wait that the server requests, in seconds or by a date, or `nil` if it requests none.
    private static func retryAfter(_ outcome: Result<DataResponse, any Error>, now: Date) -> Duration? {
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

public import Foundation

/// Says whether and when a read that failed is sent again (N007).
///
/// Repeated are answers with status 502, 503 or 504, and refused and reset connections: two times at most, after a
/// random part of 0.5 s and then of 1 s ("full jitter"), so that clients that failed together do not return together.
/// A server's `Retry-After` is obeyed where it is longer; over 60 s, nobody waits.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a read is repeated.
    public var maximumRetries = 2
    /// The longest wait before the first repetition; it doubles with each.
    public var firstDelay = Duration.milliseconds(500)
    /// The longest `Retry-After` that is waited for.
    public var maximumRetryAfter = Duration.seconds(60)

    public init() {}

    /// How long to wait before the next attempt; `nil`: there is none, the outcome stands.
    ///
    /// A wait that would not end before the time does is not begun: the outcome at hand says more than a timeout.
    /// - Parameters:
    ///   - retries: how many repetitions there were.
    ///   - remaining: what is left of the request's time.
    ///   - jitter: a random number from 0 to 1.
    ///   - now: what a `Retry-After` that is a date counts from.
    public func delay(
        after outcome: Result<DataResponse, any Error>, retries: Int, remaining: Duration, jitter: Double, now: Date
    ) -> Duration? {
        guard retries < maximumRetries, Self.mayPass(outcome) else { return nil }
        var delay = firstDelay * (1 << retries) * jitter
        if let wish = Self.retryAfter(outcome, now: now) {
            guard wish <= maximumRetryAfter else { return nil }
            delay = max(delay, wish)
        }
        return delay < remaining ? delay : nil
    }

    private static func mayPass(_ outcome: Result<DataResponse, any Error>) -> Bool {
        switch outcome {
        case .success(let response): (502...504).contains(response.status)
        case .failure(let error): (error as? HTTPClientError)?.isTransient ?? false
        }
    }

    /// The wish of the server, in seconds or as a date; what is neither is no wish.
    private static func retryAfter(_ outcome: Result<DataResponse, any Error>, now: Date) -> Duration? {
        guard case .success(let response) = outcome,
            let text = response.headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty
        else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, Self.farAway))
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        return .seconds(min(max(date.timeIntervalSince(now), 0), Double(Self.farAway)))
    }

    /// A century, in seconds: numbers beyond it say no more, and overflow.
    private static let farAway = 100 * 366 * 86_400
}

import Foundation
import HTTPTransport
import HTTPTypes
import Logging

/// Sends messages to browsers' push services (RFC 8030).
struct PushSender: Sendable {
    enum Outcome: Hashable, Sendable {
        case delivered
        case gone
        /// The push service refuses the message, or fails after several attempts.
        case failed
    }

    /// How long a push service keeps a message for a browser without a connection, in seconds.
    private static let life = 3 * 86_400
    /// A waiting message is replaced by the next one with this name.
    private static let topic = "activity"
    private static let attempts = 4
    private static let timeLimit = Duration.seconds(10)
    private static let firstDelay = Duration.seconds(2)
    private static let maximumDelay = Duration.seconds(300)

    let client: any HTTPClient
    let key: VAPIDKey
    /// The URL by which push services may identify the server.
    let contact: String
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Tries several times if the push service is busy or can't be reached.
    /// - Parameter isWanted: Asked before each attempt. A person may have signed out in the meantime.
    func send(
        _ message: PushMessage, to subscription: PushSubscription, logger: Logger,
        if isWanted: @Sendable () async -> Bool = { true }
    ) async -> Outcome {
        do {
            let request = try request(message, to: subscription)
            for attempt in 0..<Self.attempts where await isWanted() {
                let result = await result(of: request)
                try Task.checkCancellation()
                switch result.map(\.status.code) {
                case .success(200..<300): return .delivered
                case .success(404), .success(410): return .gone
                case .failure(let error as HTTPClientError) where error.isUnusableResponse:
                    logger.info("a push service (\(request.url.host() ?? "")) can’t be used: \(error)")
                    return .failed
                case .success(429), .success(500...), .failure:
                    let delay =
                        RetryPolicy.retryAfter(result, now: now()) ?? Self.firstDelay * (1 << (2 * attempt))
                    guard attempt + 1 < Self.attempts, delay <= Self.maximumDelay else { return .failed }
                    try await clock.sleep(for: delay)
                case .success(let status):
                    logger.info("a push service (\(request.url.host() ?? "")) refuses messages with status \(status)")
                    return .failed
                }
            }
        } catch {
            // The server is ending, or a saved key is damaged: the message is one of many.
        }
        return .failed
    }

    private func request(_ message: PushMessage, to subscription: PushSubscription) throws -> DataRequest {
        guard let origin = Origin(subscription.endpoint) else { throw FriendsError.notASubscription }
        var fields: HTTPFields = [
            .authorization: try key.authorization(for: origin, contact: contact, at: now()),
            .contentType: "application/octet-stream", .contentEncoding: "aes128gcm",
        ]
        for (name, value) in [("TTL", "\(Self.life)"), ("Topic", Self.topic), ("Urgency", "normal")] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return .post(
            try message.encrypted(for: subscription), to: subscription.endpoint, headerFields: fields,
            readsBody: false, timeLimit: Self.timeLimit)
    }

    private func result(of request: DataRequest) async -> Result<DataResponse, any Error> {
        do {
            return .success(try await client.load(request))
        } catch {
            return .failure(error)
        }
    }
}

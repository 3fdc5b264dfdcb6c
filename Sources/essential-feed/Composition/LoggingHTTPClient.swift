import EssentialFeed
import Foundation
import Logging

/// Says in the log how each request was answered.
struct LoggingHTTPClient: PartialHTTPClient {
    let client: any PartialHTTPClient
    let logger: Logger

    func load(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await load(request) { _ in }
    }

    func load(
        _ request: HTTPRequest, onPartial: @escaping @Sendable (HTTPResponse) async -> Void
    ) async throws -> HTTPResponse {
        let start = ContinuousClock.now
        func say(_ outcome: String) {
            let url = TerminalText.line(request.url.withoutUserInfo.absoluteString)
            logger.debug("GET \(url): \(outcome), \(DurationText.text(ContinuousClock.now - start))")
        }
        do {
            let response = try await client.load(request, onPartial: onPartial)
            say("status \(response.status), \(ByteCount.text(response.body.count))")
            return response
        } catch {
            say("\(TerminalText.line("\(error)"))")
            throw error
        }
    }
}

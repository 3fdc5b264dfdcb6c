import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import Logging

/// Logs the outcome of each request.
struct LoggingHTTPClient: PartialHTTPClient {
    let client: any PartialHTTPClient
    let logger: Logger

    func load(_ request: DataRequest) async throws -> DataResponse {
        try await load(request) { _ in }
    }

    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let start = ContinuousClock.now
        func log(_ outcome: String) {
            let request = TerminalText.line("\(request)")
            logger.debug("\(request): \(outcome), \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
        }
        do {
            let response = try await client.load(request, onPartial: onPartial)
            log("status \(response.status.code), \(ByteCount.text(response.body.count, in: .english))")
            return response
        } catch {
            log("\(TerminalText.line("\(error)"))")
            throw error
        }
    }
}

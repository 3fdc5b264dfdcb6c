import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct RetryEndToEndTests {
    @Test func `A load succeeds after the server has closed the idle connection`() async throws {
        try await withNetwork { server, client in
            let retrying = RetryingHTTPClient(
                client: client, clock: ContinuousClock(), jitter: { 0 }, now: { .distantPast })
            server.answer("/feed", with: .response(body: Data("feed".utf8)))
            for _ in 0..<20 {
                _ = try await retrying.load(request(server.url("/feed")))
                try await server.resetConnections()
            }
        }
    }
}

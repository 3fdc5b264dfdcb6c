import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct RetryEndToEndTests {
    @Test func `Three requests load from a server that is busy, drops the connection, then answers`() async throws {
        try await withNetwork { server, client in
            server.answer("/feed", with: .response(status: 503), .reset, .response(body: Data("feed".utf8)))
            let response = try await makeRetrying(client).load(request(server.url("/feed")))

            #expect(response.body == Data("feed".utf8))
            #expect(server.requests.events.count == 3)
        }
    }

    @Test func `A load succeeds after the server has closed the idle connection`() async throws {
        try await withNetwork { server, client in
            server.answer("/feed", with: .response(body: Data("feed".utf8)))
            for _ in 0..<20 {
                _ = try await makeRetrying(client).load(request(server.url("/feed")))
                try await server.resetConnections()
            }
        }
    }

    @Test func `A closed port is refused after the retries; a load succeeds once the server listens`() async throws {
        try await withNetwork { server, client in
            try await server.stop()
            let error = try await makeRetrying(client).failure(of: request(server.url("/feed")))
            #expect(error.kind == .refused)

            let again = try await LyingServer(port: server.port)
            again.answer("/feed", with: .response())
            let response = try await makeRetrying(client).load(request(again.url("/feed")))
            #expect(response.status == 200)
            try await again.stop()
        }
    }

    private func makeRetrying(_ client: NetworkHTTPClient) -> RetryingHTTPClient<ContinuousClock> {
        RetryingHTTPClient(client: client, clock: ContinuousClock(), jitter: { 0 }, now: { .distantPast })
    }
}

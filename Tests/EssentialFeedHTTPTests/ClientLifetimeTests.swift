import EssentialFeed
@testable import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.detectsHangs) struct ClientLifetimeTests {
    @Test func `A client that is released without being shut down ends its connections`() async throws {
        let server = try await LyingServer()
        server.answer("/", with: .response())
        var client: NetworkHTTPClient? = NetworkHTTPClient(settings: try NetworkSettings())
        weak let released = client
        let status = try await client?.load(request(server.url("/"))).status
        #expect(status == 200)
        client = nil
        #expect(released == nil)
        try await server.departures.wait(for: 1)
        try await server.stop()
    }

    @Test func `A client that was never used can be released`() throws {
        _ = NetworkHTTPClient(settings: try NetworkSettings())
    }

    @Test func `Names that are looked up longer than their client lives cause no error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var settings = try NetworkSettings()
            settings.connectTimeout = .microseconds(1)
            for number in 0..<20 {
                let client = NetworkHTTPClient(settings: settings)
                let request = request(try #require(URL(string: "http://no-such-host-\(number).invalid/")))
                await #expect(throws: HTTPClientError.self) { try await client.load(request) }
                try await client.shutdown()
                await #expect(throws: HTTPClientError.self) { try await client.load(request) }
            }
            // The running look-ups end before this one.
            let last = NetworkHTTPClient(settings: try NetworkSettings())
            let error = try await last.failure(of: request(URL(string: "http://no-such-host-last.invalid/")!))
            #expect(error.kind == .nameNotFound)
            try await last.shutdown()
        }
        let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(!errors.contains("already shut down"), "\(errors)")
    }

    @Test func `WithClient shuts the client down when the closure returns and when it throws`() async throws {
        let server = try await LyingServer()
        server.answer("/", with: .response())
        let settings = try NetworkSettings()
        let client = try await NetworkHTTPClient.withClient(settings: settings) { client in
            _ = try await client.load(request(server.url("/")))
            return client
        }
        try await server.departures.wait(for: 1)
        let error = try await client.failure(of: request(server.url("/")))
        #expect(error.kind == .other)

        await #expect(throws: WorkError.self) {
            try await NetworkHTTPClient.withClient(settings: settings) { client in
                _ = try await client.load(request(server.url("/")))
                throw WorkError()
            }
        }
        try await server.departures.wait(for: 2)
        try await server.stop()
    }

    private struct WorkError: Error {}
}

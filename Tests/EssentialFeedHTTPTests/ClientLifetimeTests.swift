import EssentialFeed
@testable import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import NIOCore
import NIOPosix
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClientLifetimeTests {
    @Test("N049 A client that is released without being shut down ends its connections")
    func test_release_endsConnections() async throws {
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

    @Test("N049 A client without an event loop of its own and a client that was never used can be released as well")
    func test_release_leavesOtherEventLoopsAlone() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try await LyingServer()
        server.answer("/", with: .response())
        var client: NetworkHTTPClient? = NetworkHTTPClient(settings: try NetworkSettings(), eventLoopGroup: group)
        _ = try await client?.load(request(server.url("/")))
        client = nil
        try await server.departures.wait(for: 1)
        client = NetworkHTTPClient(settings: try NetworkSettings())
        client = nil
        let answer = try await group.next().submit { 1 }.get()
        #expect(answer == 1)
        try await group.shutdownGracefully()
        try await server.stop()
    }

    @Test("N049 withClient shuts the client down when the closure returns and when it throws")
    func test_withClient_shutsDown() async throws {
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

import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import NIOCore
import TestSupport
import Testing

/// Runs a test with a server and a client, and stops both of them afterwards.
func withNetwork(
    host: String = "127.0.0.1", certificate: TestCertificate? = nil, environment: [String: String] = [:],
    clock: any Clock<Duration> = ContinuousClock(), maximumUnpackedBytes: Int = 64 << 20,
    progress: @escaping NetworkHTTPClient.Progress = { _, _ in },
    _ test: (LyingServer, NetworkHTTPClient) async throws -> Void
) async throws {
    let server = try await LyingServer(host: host, certificate: certificate)
    var settings = try NetworkSettings(environment: environment)
    settings.maximumUnpackedBytes = maximumUnpackedBytes
    settings.connectTimeout = .seconds(120)
    let client = NetworkHTTPClient(settings: settings, clock: clock, progress: progress)
    try await cleanly {
        try await test(server, client)
    } finally: {
        try await client.shutdown()
        try await server.stop()
    }
}

/// Runs a test with a client, and shuts it down afterwards.
func withClient(_ client: NetworkHTTPClient, _ test: (NetworkHTTPClient) async throws -> Void) async throws {
    try await cleanly {
        try await test(client)
    } finally: {
        try await client.shutdown()
    }
}

private func cleanly(_ work: () async throws -> Void, finally clean: () async throws -> Void) async throws {
    do {
        try await work()
    } catch {
        try await clean()
        throw error
    }
    try await clean()
}

func request(
    _ url: URL, headerFields: HTTPFields = [:], maximumBytes: Int = 1 << 20,
    timeLimit: Duration = .seconds(120)
) -> DataRequest {
    DataRequest(url: url, headerFields: headerFields, maximumBytes: maximumBytes, timeLimit: timeLimit)
}

extension HTTPClient {
    /// Returns the error of a load, and fails the test if there is none.
    func failure(
        of request: DataRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> HTTPClientError {
        try await #require(throws: HTTPClientError.self, sourceLocation: sourceLocation) {
            try await load(request)
        }
    }
}

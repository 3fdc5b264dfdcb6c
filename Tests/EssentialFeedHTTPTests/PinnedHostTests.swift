import AsyncHTTPClient
import Dispatch
@testable import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// Hosts whose names are resolved before a connection to the resolved address is made.
@Suite struct PinnedHostTests {
    /// - Parameter space: The smallest space that addresses may be in.
    private func withServer(
        in space: AddressSpace, certificate: TestCertificate = .localhost,
        _ test: (LyingServer, NetworkHTTPClient) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        let roots = folder.url.appending(path: "roots.pem")
        try Data(certificate.certificate.utf8).write(to: roots)
        let server = try await LyingServer(certificate: certificate)
        server.answerEverything(with: .response())
        var settings = try NetworkSettings()
        settings.trustRootsFile = roots.path
        settings.smallestSpace = space
        try await withClient(NetworkHTTPClient(settings: settings)) { try await test(server, $0) }
        try await server.stop()
    }

    @Test(
        "A name that leads to this machine is refused, and nothing is connected to",
        arguments: ["localhost", "127.1", "127.0.0.1", "[::ffff:127.0.0.1]"], [AddressSpace.local, .global])
    func refused(host: String, space: AddressSpace) async throws {
        try await withServer(in: space) { server, client in
            let url = try #require(URL(string: "https://\(host):\(server.port)/"))
            let error = try await client.failure(of: request(url))
            #expect(error.kind == .privateAddress)
            #expect(server.connections.events.isEmpty)
        }
    }

    @Test func `The certificate is checked against the name, not the address`() async throws {
        try await withServer(in: .loopback) { server, client in
            let url = try #require(URL(string: "https://LocalHost:\(server.port)/"))
            let status = try await client.load(request(url)).status
            #expect(status == 200)
        }
        try await withServer(in: .loopback, certificate: .wrongName) { server, client in
            let url = try #require(URL(string: "https://localhost:\(server.port)/"))
            let error = try await client.failure(of: request(url))
            #expect(error.kind == .insecure)
            #expect(server.requests.events.isEmpty)
        }
    }

    @Test func `A connection is made to the address that was found, without another look-up`() async throws {
        let server = try await LyingServer()
        server.answerEverything(with: .response())
        let pool = ConnectionPool(settings: try NetworkSettings())
        // More names than the pool keeps clients for.
        for number in 0..<10 {
            let host = PinnedHost(name: "No-Such-Host-\(number).invalid", address: "127.0.0.1")
            let client = try pool.client(for: .init(isSecure: false, proxy: nil, host: host))
            let response = try await client.http.execute(
                HTTPClientRequest(url: "http://\(host.name):\(server.port)/"), deadline: .distantFuture)
            #expect(response.status == .ok)
        }
        try await pool.shutdown(after: DispatchGroup())
        try await server.stop()
    }
}

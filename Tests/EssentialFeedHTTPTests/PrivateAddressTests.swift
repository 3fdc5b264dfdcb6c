import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// A proxy on loopback represents servers on the Internet.
@Suite struct PrivateAddressTests {
    @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "192.168.1.1"])
    func `An Internet server can't name a URL on this machine or its network`(host: String) async throws {
        let server = try await LyingServer()
        server.answerEverything(with: .response())
        let client = NetworkHTTPClient(settings: try NetworkSettings(), server: try ServerAddress("https://a.example"))
        try await withClient(client) { client in
            let error = try await client.failure(of: request(URL(string: "http://\(host):\(server.port)/image")!))
            #expect(error.kind == .privateAddress)
            #expect(error.isUnusableResponse)
            #expect(!error.isTransient)
            #expect(server.connections.events.isEmpty)
        }
        try await server.stop()
    }

    @Test func `A redirect from the Internet can't lead there either, with or without a server`() async throws {
        let proxy = try await LyingServer()
        let settings = try NetworkSettings(environment: [
            "HTTP_PROXY": "http://127.0.0.1:\(proxy.port)", "NO_PROXY": "127.0.0.1",
        ])
        let inside = try await LyingServer()
        inside.answerEverything(with: .response())
        proxy.answerEverything(with: .redirect(to: inside.url("/secret").absoluteString))
        for server in [try ServerAddress("http://a.example"), nil] {
            try await withClient(NetworkHTTPClient(settings: settings, server: server)) { client in
                let error = try await client.failure(of: request(URL(string: "http://b.example/image")!))
                #expect(error.kind == .privateAddress)
                #expect(error.redirectedTo == Origin(inside.url()))
            }
        }
        #expect(proxy.requests.events.count == 2)
        #expect(inside.connections.events.isEmpty)
        try await inside.stop()
        try await proxy.stop()
    }

    @Test func `A server on this machine may lead to this machine and to the Internet`() async throws {
        let proxy = try await LyingServer()
        proxy.answerEverything(with: .response(body: Data("far".utf8)))
        let environment = ["HTTP_PROXY": "http://127.0.0.1:\(proxy.port)", "NO_PROXY": "127.0.0.1,localhost"]
        let server = try await LyingServer()
        server.answerEverything(with: .response(body: Data("near".utf8)))
        let client = NetworkHTTPClient(
            settings: try NetworkSettings(environment: environment),
            server: try ServerAddress("http://localhost:\(server.port)"))
        try await withClient(client) { client in
            let near = try await client.load(request(server.url("/image"))).body
            #expect(near == Data("near".utf8))
            let far = try await client.load(request(URL(string: "http://b.example/image")!)).body
            #expect(far == Data("far".utf8))
        }
        try await server.stop()
        try await proxy.stop()
    }

    @Test func `A server in the local network can't lead to this machine`() async throws {
        let client = NetworkHTTPClient(
            settings: try NetworkSettings(), server: try ServerAddress("http://192.168.1.5:8080"))
        try await withClient(client) { client in
            let error = try await client.failure(of: request(URL(string: "http://127.0.0.1:1/image")!))
            #expect(error.kind == .privateAddress)
        }
    }
}

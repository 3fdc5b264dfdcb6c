import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct ProxyTests {
    @Test func `HTTP_PROXY receives requests for http URLs in absolute form, with its own credentials`() async throws {
        let proxy = try await LyingServer()
        let environment = ["HTTP_PROXY": "http://pr%6Fxy:s%40crt@127.0.0.1:\(proxy.port)"]
        try await withNetwork(environment: environment) { _, client in
            proxy.answerEverything(with: .response(body: Data("proxied".utf8)))
            let url = URL(string: "http://user:password@feed.invalid:8080/v1/feed?limit=10")!
            let response = try await client.load(request(url))

            let sent = try #require(proxy.requests.events.first)
            #expect(sent.head.hasPrefix("GET http://feed.invalid:8080/v1/feed?limit=10 HTTP/1.1\r\n"))
            #expect(sent["Host"] == "feed.invalid:8080")
            #expect(sent["Proxy-Authorization"] == "Basic \(Data("proxy:s@crt".utf8).base64EncodedString())")
            #expect(sent["Authorization"] == "Basic \(Data("user:password".utf8).base64EncodedString())")
            #expect(response.url.absoluteString == "http://feed.invalid:8080/v1/feed?limit=10")
            #expect(response.body == Data("proxied".utf8))
        }
        try await proxy.stop()
    }

    @Test func `HTTPS_PROXY opens a tunnel for https URLs, with its credentials, and sees no content`() async throws {
        let folder = TemporaryFolder()
        let roots = folder.url.appending(path: "roots.pem")
        try Data(TestCertificate.wrongName.certificate.utf8).write(to: roots)
        let proxy = try await LyingServer()
        let environment = [
            "https_proxy": "http://proxy:secret@localhost:\(proxy.port)", "SSL_CERT_FILE": roots.path,
        ]
        let server = try await LyingServer(certificate: .wrongName)
        try await withNetwork(environment: environment) { _, client in
            proxy.answerEverything(with: .text("HTTP/1.1 200 OK\r\n\r\n").then(.tunnel(port: server.port)))
            server.answer("/feed", with: .response(body: Data("tunnelled".utf8)))
            let url = try #require(URL(string: "https://user:password@somebody-else.example:\(server.port)/feed"))
            let response = try await client.load(request(url))

            #expect(response.body == Data("tunnelled".utf8))
            let sent = try #require(proxy.requests.events.first)
            #expect(proxy.requests.events.count == 1)
            #expect(sent.head.hasPrefix("CONNECT somebody-else.example:\(server.port) HTTP/1.1\r\n"))
            #expect(sent["Proxy-Authorization"] == "Basic \(Data("proxy:secret".utf8).base64EncodedString())")
            #expect(sent["Authorization"] == nil)
            #expect(server.requests.events.first?["Proxy-Authorization"] == nil)
        }
        try await server.stop()
        try await proxy.stop()
    }

    @Test func `A proxy that refuses the tunnel fails the load`() async throws {
        let proxy = try await LyingServer()
        try await withNetwork(environment: ["HTTPS_PROXY": "127.0.0.1:\(proxy.port)"]) { _, client in
            proxy.answerEverything(with: .response(status: 407))
            let error = try await client.failure(of: request(URL(string: "https://feed.invalid/")!))
            #expect(error.kind == .other)
        }
        try await proxy.stop()
    }

    @Test func `Hosts in NO_PROXY are reached without the proxy`() async throws {
        let environment = ["HTTP_PROXY": "http://127.0.0.1:1", "NO_PROXY": "other.example, exempt.invalid"]
        try await withNetwork(environment: environment) { _, client in
            let straight = try await client.failure(of: request(URL(string: "http://exempt.invalid/")!))
            #expect(straight.kind == .nameNotFound)
            let error = try await client.failure(of: request(URL(string: "http://feed.invalid/")!))
            #expect(error.kind == .refused)
        }
    }

    @Test func `A proxy sees nothing of requests to this machine, nor passwords for this machine`() async throws {
        let proxy = try await LyingServer()
        proxy.answerEverything(with: .response())
        try await withNetwork(environment: ["ALL_PROXY": "http://127.0.0.1:\(proxy.port)"]) { server, client in
            server.answer("/feed", with: .response())
            for host in ["127.0.0.1", "localhost"] {
                let url = try #require(URL(string: "http://user:secret@\(host):\(server.port)/feed"))
                _ = try await client.load(request(url))
            }
            #expect(server.requests.events.map(\.target) == ["/feed", "/feed"])
        }
        #expect(proxy.connections.events.isEmpty)
        try await proxy.stop()
    }
}

import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct AuthorizationTests {
    private let expected = "Basic \(Data("us:er:p@ss/wörd".utf8).base64EncodedString())"
    private let userInfo = "us%3Aer:p%40ss%2Fw%C3%B6rd"

    @Test func `The URL's user info is sent decoded as Basic authorization, and nowhere else`() async throws {
        try await withNetwork { server, client in
            server.answer("/feed", with: .response())
            let response = try await client.load(request(server.url("/feed", userInfo: userInfo)))

            let sent = try #require(server.requests.events.first)
            #expect(sent["Authorization"] == expected)
            #expect(sent["Host"] == "127.0.0.1:\(server.port)")
            #expect(sent.target == "/feed")
            #expect(response.url == server.url("/feed"))
        }
    }

    @Test func `The server's authorization is sent to its own origin, also for images, and to no other`() async throws {
        let server = try await LyingServer()
        let other = try await LyingServer()
        let address = try ServerAddress(server.url("/base", userInfo: userInfo).absoluteString)
        try await withClient(NetworkHTTPClient(settings: NetworkSettings(), server: address)) { client in
            server.answerEverything(with: .response())
            other.answerEverything(with: .response())
            for url in [server.url("/images/1"), address.feed(), other.url("/images/1")] {
                _ = try await client.load(request(url))
            }
            #expect(server.requests.events.map { $0["Authorization"] } == [expected, expected])
            #expect(other.requests.events.map { $0["Authorization"] } == [nil])
        }
        try await server.stop()
        try await other.stop()
    }

    @Test func `No error shows the user info`() async throws {
        try await withNetwork { server, client in
            server.answer("/cut", with: .text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n").then(.close))
            server.answer("/redirect", with: .redirect(to: "file:///\(userInfo)"))
            var urls = ["/cut", "/redirect"].map { server.url($0, userInfo: userInfo) }
            urls.append(try #require(URL(string: "http://\(userInfo)@no-such-host.invalid/")))
            urls.append(try #require(URL(string: "ftp://\(userInfo)@127.0.0.1/")))
            for url in urls {
                let error = try await client.failure(of: request(url))
                var text = "\(error)"
                dump(error, to: &text)
                for secret in ["us%3Aer", "us:er", "p@ss", "p%40ss", expected] { #expect(!text.contains(secret)) }
            }
        }
    }
}

import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct RedirectTests {
    @Test(arguments: [301, 302, 303, 307, 308])
    func `Redirects are followed and the final URL is delivered`(status: Int) async throws {
        try await withNetwork { server, client in
            server.answer("/a/b", with: .redirect(to: "../c?d=e", status: status))
            server.answer("/c", with: .response(body: Data("c".utf8)))
            let response = try await client.load(request(server.url("/a/b?x=y")))

            #expect(response.body == Data("c".utf8))
            #expect(response.url == server.url("/c?d=e"))
            #expect(server.requests.events.map(\.target) == ["/a/b?x=y", "/c?d=e"])
            #expect(server.requests.events.map(\.method) == ["GET", "GET"])
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `A document that is put isn't sent anywhere else`(status: Int) async throws {
        try await withNetwork { server, client in
            server.answer("/a", with: .redirect(to: "/b", status: status))
            let response = try await client.load(DataRequest(url: server.url("/a"), body: Data("{}".utf8)))
            #expect(response.status.code == status)
            #expect(server.requests.events.map { "\($0.method) \($0.target)" } == ["PUT /a"])
        }
    }

    @Test func `Five redirects in a row are followed, but not a sixth`() async throws {
        try await withNetwork { server, client in
            for step in 0..<6 { server.answer("/\(step)", with: .redirect(to: "/\(step + 1)")) }
            server.answer("/6", with: .response(body: Data("end".utf8)))

            let response = try await client.load(request(server.url("/1")))
            #expect(response.url == server.url("/6"))
            #expect(server.requests.events.count == 6)

            let error = try await client.failure(of: request(server.url("/0")))
            #expect(error.kind == .redirect(.tooMany))
            #expect(error.isUnusableResponse)
            #expect(server.requests.events.count == 12)
        }
    }

    @Test(
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "http://", "http://[", "",
            "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://127.0.0.1:70000/a.jpg", "//[::1]:70000/a.jpg",
            "http://127.0.0.1:99999999999999999999/", "http://127.0.0.1%00.example.com/",
        ])
    func `A redirect fails if it isn't to http or https, or to a port that there isn't`(location: String) async throws {
        try await withNetwork { server, client in
            server.answer("/a", with: .redirect(to: location))
            let error = try await client.failure(of: request(server.url("/a")))
            #expect(error.kind == .redirect(.invalidLocation), "\(error)")
        }
    }

    @Test func `If the origin that a redirect leads to can't be reached, the error names that origin`() async throws {
        try await withNetwork { server, client in
            let gone = try #require(URL(string: "http://127.0.0.1:1/"))
            server.answer("/a", with: .redirect(to: gone.absoluteString))
            let error = try await client.failure(of: request(server.url("/a")))
            #expect(error.kind == .refused)
            #expect(error.redirectedTo == Origin(gone))
            #expect(try await client.failure(of: request(gone)).redirectedTo == nil)
        }
    }

    @Test func `A redirect from https to http fails, and nothing is sent; one to https is followed`() async throws {
        let folder = TemporaryFolder()
        let roots = folder.url.appending(path: "roots.pem")
        try Data(TestCertificate.localhost.certificate.utf8).write(to: roots)
        let secure = try await LyingServer(certificate: .localhost)
        try await withNetwork(environment: ["SSL_CERT_FILE": roots.path]) { plain, client in
            plain.answer("/up", with: .redirect(to: secure.url("/end").absoluteString))
            secure.answer("/end", with: .response(body: Data("end".utf8)))
            secure.answer("/down", with: .redirect(to: plain.url("/end").absoluteString))

            let response = try await client.load(request(plain.url("/up")))
            #expect(response.url == secure.url("/end"))
            let error = try await client.failure(of: request(secure.url("/down")))
            #expect(error.kind == .redirect(.insecure))
            #expect(plain.requests.events.map(\.path) == ["/up"])
        }
        try await secure.stop()
    }

    @Test func `Credentials and header fields are sent along to the same origin, and to no other`() async throws {
        let other = try await LyingServer()
        try await withNetwork { server, client in
            server.answer("/same", with: .redirect(to: "/away"))
            server.answer("/away", with: .redirect(to: other.url("/there", userInfo: "evil:evil").absoluteString))
            other.answer("/there", with: .redirect(to: server.url("/back").absoluteString))
            server.answer("/back", with: .response())
            let fields: HTTPFields = [.ifNoneMatch: "\"e\"", .authorization: "overridden"]
            let response = try await client.load(
                request(server.url("/same", userInfo: "user:password"), headerFields: fields))

            #expect(response.url == server.url("/back"))
            let authorization = "Basic \(Data("user:password".utf8).base64EncodedString())"
            #expect(server.requests.events.map { $0["Authorization"] } == Array(repeating: authorization, count: 3))
            #expect(server.requests.events.map { $0["If-None-Match"] } == Array(repeating: "\"e\"", count: 3))
            let stranger = try #require(other.requests.events.first)
            #expect(Set(stranger.fields.map(\.name)) == ["host", "accept-encoding"])
        }
        try await other.stop()
    }

    @Test func `A different port, scheme or name is a different origin`() throws {
        func origin(_ text: String) throws -> Origin {
            let url = try #require(URL(string: text))
            return try #require(Origin(url))
        }
        #expect(try origin("http://a.example/x") == origin("HTTP://A.example:80/y?z"))
        #expect(try origin("https://a.example") == origin("https://user@a.example:443"))
        #expect(try origin("http://[::1]:80") == origin("http://[::1]"))
        #expect(try origin("http://a.example") != origin("https://a.example"))
        #expect(try origin("http://a.example") != origin("http://a.example:8080"))
        #expect(try origin("http://a.example") != origin("http://b.example"))
        #expect(Origin(URL(fileURLWithPath: "/a")) == nil)
    }
}

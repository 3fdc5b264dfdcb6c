import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct ConnectionFailureTests {
    @Test(arguments: ["127.0.0.1", "[::1]", "localhost"])
    func `B012 A closed port, or one on all addresses of a name, is a transient refusal`(host: String) async throws {
        // Port 1 is closed. A port that was just closed might be taken by another test.
        try await withNetwork { _, client in
            let error = try await client.failure(of: request(URL(string: "http://\(host):1/")!))
            #expect(error.kind == .refused, "\(error)")
            #expect(error.isTransient)
        }
    }

    @Test func `B012 A name that doesn't resolve has an error of its own, which isn't transient`() async throws {
        try await withNetwork { _, client in
            let error = try await client.failure(of: request(URL(string: "http://no-such-host.invalid/feed")!))
            #expect(error.kind == .nameNotFound, "\(error)")
            #expect(!error.isTransient)
        }
    }

    @Test func `B012 A host that doesn't respond is a connect timeout, which isn't transient`() async throws {
        let port = try FullPort()
        var settings = try NetworkSettings()
        #expect(settings.connectTimeout == .seconds(10))
        settings.connectTimeout = .milliseconds(50)
        try await withClient(NetworkHTTPClient(settings: settings)) { client in
            let error = try await client.failure(of: request(URL(string: "http://127.0.0.1:\(port.number)/")!))
            #expect(error.kind == .connectTimeout, "\(error)")
            #expect(!error.isTransient)
        }
    }

    @Test func `B012 A connection closed or reset before a response is a transient error of kind reset`() async throws {
        for answer in [LyingServer.Answer.close, .reset] {
            try await withNetwork { server, client in
                server.answer("/", with: answer)
                let error = try await client.failure(of: request(server.url("/")))
                #expect(error.kind == .reset, "\(error)")
                #expect(error.isTransient)
            }
            try await withNetwork { server, client in
                server.greet(with: answer)
                let error = try await client.failure(of: request(server.url("/")))
                #expect(error.kind == .reset, "\(error)")
            }
        }
    }

    @Test func `B012 A stalled response fails as a timeout after the time limit, and is cancelled`() async throws {
        let whole = LyingServer.Answer.response(body: Data(count: 100))
        for count in [0, 10, whole.bytes.count - 1] {
            let clock = VirtualClock()
            try await withNetwork(clock: clock) { server, client in
                server.answer("/", with: whole.cut(after: count, with: .hang))
                let task = Task { try await client.load(request(server.url("/"), timeLimit: .seconds(30))) }
                try await server.requests.wait(for: 1)
                await clock.sleepers(1)
                clock.advance(by: .seconds(30))

                let error = await #expect(throws: HTTPClientError.self) { try await task.valueInTime() }
                #expect(error?.kind == .timeout)
                try await server.departures.wait(for: 1)
            }
        }
    }

    @Test func `B012 A URL that isn't http or https fails`() async throws {
        try await withNetwork { _, client in
            for text in ["file:///etc/passwd", "ftp://127.0.0.1/", "http:///feed"] {
                let kind = try await client.failure(of: request(URL(string: text)!)).kind
                #expect(kind == .other)
            }
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://127.0.0.1:70000/a.jpg", "http://[::1]:70000/",
            "https://127.0.0.1:70000/", "http://localhost:99999/", "http://127.0.0.1:99999999999999999999/",
            "http://127.0.0.1%00.example.com/", "http://a%0d%0ab/", "http://a%2Fb/",
        ])
    func `A URL whose port doesn't exist fails, with a name and with an address`(text: String) async throws {
        try await withNetwork { _, client in
            let kind = try await client.failure(of: request(URL(string: text)!)).kind
            #expect(kind == .other)
        }
    }

    @Test(arguments: ["220 Hello\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"])
    func `B012 A server without TLS behind an https URL has an error of its own`(greeting: String) async throws {
        try await withNetwork { server, client in
            server.greet(with: .text(greeting))
            let error = try await client.failure(of: request(URL(string: "https://127.0.0.1:\(server.port)/")!))
            #expect(error.kind == .notTLS, "\(error)")
        }
    }

    @Test func `A server whose certificate isn't trusted ends the search, without a clear password`() async throws {
        try await withNetwork(certificate: .localhost) { server, client in
            let typed = try TypedServerAddress("maria:secret@127.0.0.1:\(server.port)")
            let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
            #expect(error?.address == typed.candidates[0])
            #expect(server.requests.events.isEmpty)
        }
    }

    @Test(arguments: [(LyingServer.TLS.only10, false), (.only11, false), (.only12, true), (.modern, true)])
    func `A server without TLS 1.2 or 1.3 is insecure`(tls: LyingServer.TLS, isSecure: Bool) async throws {
        let server = try await LyingServer(certificate: .localhost, tls: tls)
        server.answerEverything(with: .response())
        try await withTrust(in: .localhost) { _, client in
            if isSecure {
                let status = try await client.load(request(server.url("/"))).status
                #expect(status == 200)
            } else {
                let error = try await client.failure(of: request(server.url("/")))
                #expect(error.kind == .insecure, "\(error)")
            }
            #expect(server.requests.events.isEmpty != isSecure)
        }
        try await server.stop()
    }

    @Test func `SSL_CERT_FILE names the trusted certificates, for names and for addresses`() async throws {
        try await withTrust(in: .localhost) { server, client in
            server.answerEverything(with: .response(body: Data("secret".utf8)))
            for host in ["127.0.0.1", "localhost"] {
                let url = URL(string: "https://\(host):\(server.port)/")!
                let body = try await client.load(request(url)).body
                #expect(body == Data("secret".utf8))
            }
        }
    }

    @Test func `An unreadable SSL_CERT_FILE fails secure loads with its path, and no other loads`() async throws {
        let folder = TemporaryFolder()
        let empty = folder.url.appending(path: "empty.pem")
        try Data().write(to: empty)
        for path in [folder.path + "none.pem", folder.path, empty.path] {
            try await withNetwork(environment: ["SSL_CERT_FILE": path]) { server, client in
                server.answerEverything(with: .response())
                let error = try await client.failure(of: request(URL(string: "https://127.0.0.1:\(server.port)/")!))
                #expect(error.kind == .insecure)
                #expect((error.cause as? TrustRootsError)?.path == path)
                let status = try await client.load(request(server.url("/"))).status
                #expect(status == 200)
            }
        }
    }

    @Test func `B013 A secure response that is cut after any byte fails`() async throws {
        let whole = LyingServer.Answer.response(body: Data("abc".utf8))
        try await withTrust(in: .localhost) { server, client in
            for count in 0..<whole.bytes.count {
                for end in [LyingServer.Answer.close, .reset] {
                    server.answer("/", with: whole.cut(after: count, with: end))
                    let error = try await client.failure(of: request(server.url("/")))
                    #expect([.reset, .cut].contains(error.kind), "after \(count) bytes: \(error)")
                }
            }
        }
    }

    private func withTrust(
        in certificate: TestCertificate, _ test: (LyingServer, NetworkHTTPClient) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        let file = folder.url.appending(path: "roots.pem")
        try Data(certificate.certificate.utf8).write(to: file)
        try await withNetwork(certificate: certificate, environment: ["SSL_CERT_FILE": file.path], test)
    }
}

import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct NetworkHTTPClientTests {
    @Test func `B010 Loading a URL sends exactly one GET to exactly that URL, with the header fields`() async throws {
        try await withNetwork { server, client in
            server.answer("/a%20path/%C3%BC", with: .response())
            let url = server.url("/a%20path/%C3%BC?limit=10&after_id=A%2BB#part")
            _ = try await client.load(request(url, headerFields: [.ifNoneMatch: "\"a\", \"b\""]))

            #expect(server.requests.events.map(\.method) == ["GET"])
            #expect(server.requests.events.first?.target == "/a%20path/%C3%BC?limit=10&after_id=A%2BB")
            #expect(server.requests.events.first?["Host"] == "127.0.0.1:\(server.port)")
            #expect(server.requests.events.first?["If-None-Match"] == "\"a\", \"b\"")
        }
    }

    @Test func `B010 Nothing is sent before a load; loading twice sends two requests, one connection`() async throws {
        try await withNetwork { server, client in
            #expect(server.connections.events.isEmpty)
            server.answer("/", with: .response(body: Data("a".utf8)))
            _ = try await client.load(request(server.url("/")))
            _ = try await client.load(request(server.url("/")))

            #expect(server.requests.events.count == 2)
            #expect(server.connections.events.count == 1)
        }
    }

    @Test func `B011 Cancelling before the response closes the connection and throws a cancellation`() async throws {
        try await expectCancellation(whileAnswering: .hang)
    }

    @Test func `B011 Cancelling within the body closes the connection and throws a cancellation error`() async throws {
        let whole = LyingServer.Answer.response(body: Data(count: 1000))
        try await expectCancellation(whileAnswering: .bytes(whole.bytes.dropLast()).then(.hang))
    }

    private func expectCancellation(whileAnswering answer: LyingServer.Answer) async throws {
        let progress = EventLog<Int>()
        try await withNetwork(progress: { received, _ in progress.append(received) }) { server, client in
            server.answer("/", with: answer)
            let task = Task { try await client.load(request(server.url("/"))) }
            try await server.requests.wait(for: 1)
            if !answer.bytes.isEmpty { try await progress.wait { $0.last == 999 } }
            task.cancel()

            await #expect(throws: CancellationError.self) { try await task.valueInTime() }
            try await server.departures.wait(for: 1)
        }
    }

    @Test func `B011 Loading in a cancelled task throws a cancellation error`() async throws {
        try await withNetwork { server, client in
            server.answerEverything(with: .response())
            let url = server.url("/")
            let gate = EventLog<Void>()
            let task = Task {
                _ = await Task { try? await gate.wait(for: 1) }.value
                return try await client.load(request(url))
            }
            task.cancel()
            gate.append(())

            await #expect(throws: CancellationError.self) { try await task.valueInTime() }
        }
    }

    @Test func `B014 A response is delivered with the same bytes, URL, status and header fields`() async throws {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for framing in [LyingServer.Answer.Framing.length, .chunks(of: 777), .end] {
            try await withNetwork { server, client in
                server.answer(
                    "/image", with: .response(status: 203, headers: [("ETag", "\"e\"")], body: body, framing: framing))
                let response = try await client.load(request(server.url("/image?a=b")))

                #expect(response.body == body)
                #expect(response.url == server.url("/image?a=b"))
                #expect(response.status == 203)
                #expect(response.headerFields[.eTag] == "\"e\"")
            }
        }
    }

    @Test func `B014 A compressed body is delivered decompressed`() async throws {
        let body = Data("a feed".utf8) + Data(count: 70_000)
        try await withNetwork { server, client in
            server.answer("/", with: .response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(body)))
            let response = try await client.load(request(server.url("/")))

            #expect(response.body == body)
            #expect(server.requests.events.first?["Accept-Encoding"]?.contains("gzip") == true)
        }
    }

    @Test(
        arguments: [
            "200 OK\r\nContent-Length: 0", "204 No Content", "304 Not Modified\r\nContent-Length: 70000",
            "304 Not Modified\r\nContent-Encoding: gzip", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0",
        ])
    func `B015 A response without a body is delivered with empty data, URL and status`(head: String) async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text("HTTP/1.1 \(head)\r\n\r\n"))
            let response = try await client.load(request(server.url("/"), maximumBytes: 100))

            #expect(response.body.isEmpty)
            #expect(response.url == server.url("/"))
            #expect(response.status.code == Int(head.prefix(3)))
            #expect(response.isDelimited)
        }
    }

    @Test func `A response whose body isn't read comes without it, and a limit of zero is a limit`() async throws {
        try await withNetwork { server, client in
            server.answerEverything(with: .response(status: 201, body: Data(count: 100_000)))
            let url = server.url("/")
            let response = try await client.load(.post(Data(), to: url, headerFields: [:], readsBody: false))
            #expect(response.status.code == 201)
            #expect(response.body.isEmpty)
            let error = try await client.failure(of: request(url, maximumBytes: 0))
            #expect(error.kind == .tooLarge(limit: 0))
        }
    }

    @Test func `B017 Cookies aren't sent back and responses aren't kept`() async throws {
        try await withNetwork { server, client in
            server.answer(
                "/",
                with: .response(
                    headers: [
                        ("Set-Cookie", "a=b; Max-Age=1000"), ("Cache-Control", "max-age=1000"), ("ETag", "\"e\""),
                    ], body: Data("a".utf8)))
            let url = server.url("/", userInfo: "user:password")
            _ = try await client.load(request(url))
            _ = try await client.load(request(server.url("/")))

            let second = try #require(server.requests.events.last)
            #expect(server.requests.events.count == 2)
            #expect(Set(second.fields.map(\.name)) == ["host", "accept-encoding"])
        }
    }

    @Test func `A body is delimited by a length, by chunks or by compression, and otherwise not at all`() async throws {
        try await withNetwork { server, client in
            let body = Data("a body".utf8)
            let gzip = [("Content-Encoding", "gzip")]
            let answers: [(LyingServer.Answer, Bool)] = [
                (.response(body: body), true),
                (.response(body: body, framing: .chunks(of: 2)), true),
                (.response(headers: gzip, body: Gzip.stored(body), framing: .end), true),
                (.response(body: body, framing: .end), false),
            ]
            for (answer, isDelimited) in answers {
                server.answer("/", with: answer)
                let response = try await client.load(request(server.url("/")))
                #expect(response.isDelimited == isDelimited)
            }
        }
    }

    @Test func `B014 Progress reports the bytes that have arrived and the length of the body`() async throws {
        let progress = EventLog<[Int?]>()
        try await withNetwork(progress: { progress.append([$0, $1]) }) { server, client in
            server.answer("/", with: .response(body: Data(count: 300_000)))
            _ = try await client.load(request(server.url("/")))

            let reports = progress.events
            #expect(reports.last == [300_000, 300_000])
            #expect(reports.allSatisfy { $0[1] == 300_000 })
            #expect(reports.map { $0[0] ?? 0 } == reports.map { $0[0] ?? 0 }.sorted())
        }
    }

    @Test func `IPv6 addresses can be loaded from, and have brackets in the host field`() async throws {
        try await withNetwork(host: "::1") { server, client in
            server.answer("/", with: .response(body: Data("six".utf8)))
            let response = try await client.load(request(server.url("/")))

            #expect(response.body == Data("six".utf8))
            #expect(server.requests.events.first?["Host"] == "[::1]:\(server.port)")
        }
    }

    @Test func `B012 A client that was shut down throws, and shutting it down again does nothing`() async throws {
        let client = NetworkHTTPClient(settings: try NetworkSettings())
        try await client.shutdown()
        try await client.shutdown()

        let kind = try await client.failure(of: request(anyURL())).kind
        #expect(kind == .other)
    }

    @Test func `B012 Shutting down ends a request in progress`() async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .hang)
            let task = Task { try await client.load(request(server.url("/"))) }
            try await server.requests.wait(for: 1)
            try await client.shutdown()

            await #expect(throws: HTTPClientError.self) { try await task.valueInTime() }
        }
    }

    @Test func `B012 Many loads at once wait for connections and all succeed`() async throws {
        try await withNetwork { server, client in
            server.answerEverything(with: .response(body: Data(count: 10_000)))
            let url = server.url("/")
            let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 { group.addTask { try await client.load(request(url)).body.count } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(sizes == Array(repeating: 10_000, count: 200))
        }
    }
}

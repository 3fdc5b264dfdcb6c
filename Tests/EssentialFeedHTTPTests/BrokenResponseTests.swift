import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct BrokenResponseTests {
    private static let body = Data((0..<100).map { UInt8($0) })

    @Test(
        "B013 A response that is cut after any byte fails, and only the whole one is delivered",
        arguments: [
            ("length", LyingServer.Answer.response(body: body)),
            ("chunks", .response(body: body, framing: .chunks(of: 30))),
            (
                "gzip",
                .response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(body), framing: .chunks(of: 40))
            ),
            ("gzip with a length", .response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(body))),
            ("gzip alone", .response(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(body), framing: .end)),
        ])
    func loadFailsWhenCutAfterAnyByte(name: String, whole: LyingServer.Answer) async throws {
        try await withNetwork { server, client in
            for count in 0..<whole.bytes.count {
                server.answer("/", with: whole.cut(after: count))
                let error = try await client.failure(of: request(server.url("/")))
                #expect(error.kind == (count == 0 ? .reset : .cut), "after \(count) bytes: \(error)")
            }
            server.answer("/", with: whole.cut(after: whole.bytes.count))
            let body = try await client.load(request(server.url("/"))).body
            #expect(body == Self.body)
        }
    }

    @Test func `B013 A response whose connection is reset within the body fails as cut`() async throws {
        let progress = EventLog<Int>()
        try await withNetwork(progress: { received, _ in progress.append(received) }) { server, client in
            let whole = LyingServer.Answer.response(body: Self.body)
            server.answer("/", with: .bytes(whole.bytes.dropLast()).then(.hang))
            let task = Task { try await client.load(request(server.url("/"))) }
            try await progress.wait { $0.last == 99 }
            try await server.resetConnections()

            let error = await #expect(throws: HTTPClientError.self) { try await task.valueInTime() }
            #expect(error?.kind == .cut)
        }
    }

    @Test(
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "220 mail.example ESMTP\r\n", "\u{0}\u{1}\u{2}\u{3}", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA header without colon\r\n\r\n", "<html>Hello</html>",
            "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nab",
        ])
    func `B013 A response that isn't HTTP fails as malformed`(text: String) async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text(text))
            let error = try await client.failure(of: request(server.url("/")))
            #expect(error.kind == .malformed, "\(error)")
            #expect(!error.isTransient)
        }
    }

    @Test(
        arguments: [
            ("Transfer-Encoding: chunked", "5\r\nabcde\r\nxyz\r\n"), ("Transfer-Encoding: chunked", "5\r\nabcdefgh"),
            ("Transfer-Encoding: chunked", "-1\r\n"), ("Content-Encoding: gzip\r\nContent-Length: 5", "abcde"),
            ("Content-Encoding: gzip\r\nContent-Length: 0", ""),
            ("Content-Encoding: deflate\r\nContent-Length: 5", "abcde"),
        ])
    func `B013 A response with a broken coding fails as cut`(head: String, body: String) async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)"))
            let error = try await client.failure(of: request(server.url("/")))
            #expect(error.kind == .cut, "\(error)")
            #expect(!error.isTransient)
        }
    }

    @Test func `B013 A compressed body with a wrong checksum, or with bytes after it, fails as cut`() async throws {
        let packed = Gzip.stored(Self.body)
        var flipped = packed
        flipped[packed.count - 6] ^= 1
        for lie in [packed + Data("more".utf8), flipped, Gzip.bomb(unpackedBytes: 1000)] {
            try await withNetwork { server, client in
                server.answer("/", with: .response(headers: [("Content-Encoding", "gzip")], body: lie))
                let kind = try await client.failure(of: request(server.url("/"))).kind
                #expect(kind == .cut)
            }
        }
    }

    @Test func `B013 Bytes beyond the stated length aren't delivered, with this response or the next`() async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 500 Lie\r\n\r\n"))
            server.answer("/next", with: .response(body: Data("next".utf8)))
            let body = try await client.load(request(server.url("/"))).body
            #expect(body == Data("abc".utf8))
            let next = try await client.load(request(server.url("/next"))).body
            #expect(next == Data("next".utf8))
        }
    }

    @Test func `A stated length over the limit is refused before the body arrives`() async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n").then(.hang))
            let error = try await client.failure(of: request(server.url("/"), maximumBytes: 1000))
            #expect(error.kind == .tooLarge(limit: 1000))
            try await server.departures.wait(for: 1)
        }
    }

    @Test(arguments: [true, false])
    func `A body over the limit is refused while it arrives, whatever its framing`(isChunked: Bool) async throws {
        let chunk = String(repeating: "a", count: 0x1000)
        let answer =
            isChunked
            ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n\(chunk)\r\n"
            : "HTTP/1.1 200 OK\r\n\r\n\(chunk)"
        try await withNetwork { server, client in
            server.answer("/", with: .text(answer).then(.hang))
            let error = try await client.failure(of: request(server.url("/"), maximumBytes: 0xFFF))
            #expect(error.kind == .tooLarge(limit: 0xFFF))
            try await server.departures.wait(for: 1)
        }
    }

    @Test func `A decompression bomb is refused at the request's limit while it arrives`() async throws {
        let bomb = Gzip.bomb(unpackedBytes: 10 << 20)
        let answer = LyingServer.Answer.response(headers: [("Content-Encoding", "gzip")], body: bomb)
        let seen = EventLog<Int>()
        try await withNetwork(progress: { received, _ in seen.append(received) }) { server, client in
            server.answer("/", with: .bytes(answer.bytes.dropLast(100)).then(.hang))
            let error = try await client.failure(of: request(server.url("/"), maximumBytes: 1 << 20))
            #expect(error.kind == .tooLarge(limit: 1 << 20))
            #expect(seen.events.allSatisfy { $0 <= 1 << 20 })
            try await server.departures.wait(for: 1)
        }
    }

    @Test func `A decompression bomb is refused at the client's own limit, whatever the request allows`() async throws {
        let bomb = Gzip.bomb(unpackedBytes: 4 << 20)
        let answer = LyingServer.Answer.response(headers: [("Content-Encoding", "gzip")], body: bomb)
        try await withNetwork(maximumUnpackedBytes: 1 << 20) { server, client in
            server.answer("/", with: .bytes(answer.bytes.dropLast(100)).then(.hang))
            let error = try await client.failure(of: request(server.url("/"), maximumBytes: .max))
            guard case .tooLarge = error.kind else { throw error }
        }
    }

    @Test func `A body as long as the limit is delivered, compressed or not`() async throws {
        try await withNetwork { server, client in
            for (headers, body) in [([], Self.body), ([("Content-Encoding", "gzip")], Gzip.stored(Self.body))] {
                server.answer("/", with: .response(headers: headers, body: body, framing: .chunks(of: 50)))
                let delivered = try await client.load(request(server.url("/"), maximumBytes: 100)).body
                #expect(delivered == Self.body)
            }
        }
    }
}

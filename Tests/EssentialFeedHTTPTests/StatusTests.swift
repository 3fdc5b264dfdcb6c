import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Loads feeds and images with every status that a server can send.
@Suite struct StatusTests {
    private static let feed = Data(#"{"items":[]}"#.utf8)

    @Test(arguments: 0..<10)
    func `B018 Each status from 000 to 999 loads, is refused, or is part of the error`(hundred: Int) async throws {
        try await withNetwork { server, client in
            let loadFeed = LoadFeedFromRemote(client: client)
            let loadImage = LoadFeedImageDataFromRemote(client: client)
            for status in hundred * 100..<hundred * 100 + 100 {
                server.answer("/feed", with: Self.answer(status, Self.feed))
                server.answer("/image", with: Self.answer(status, anyPNG()))
                let feed = await Self.outcome { _ = try await loadFeed.load(server.url("/feed")) }
                let image = await Self.outcome { _ = try await loadImage.load(server.url("/image")) }
                #expect(feed == Self.expected(status), "feed, status \(status)")
                #expect(image == Self.expected(status), "image, status \(status)")
            }
        }
    }

    @Test(arguments: ["000", "001", "010", "042", "099"])
    func `A status below 100 is malformed, however the body ends`(status: String) async throws {
        let answers = [
            "Content-Length: 5\r\n\r\nabcde", "Content-Length: 0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
            "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
            "Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        ].map { LyingServer.Answer.text("HTTP/1.1 \(status) X\r\n\($0)") }
        let ended = LyingServer.Answer.text("HTTP/1.1 \(status) X\r\n\r\nabcde").then(.close)
        try await withNetwork { server, client in
            for answer in answers + [ended, answers[0].then(.close), answers[0].then(.reset)] {
                server.answer("/", with: answer)
                let error = try await client.failure(of: request(server.url("/")))
                #expect(error.kind == .malformed, "\(error)")
                server.answer("/next", with: .response())
                let next = try await client.load(request(server.url("/next"))).status
                #expect(next == 200)
            }
        }
    }

    @Test(arguments: ["", "1", "20", "2000", "-20", "2x0", "٢٠٠"])
    func `A status that doesn't have three digits is malformed`(status: String) async throws {
        try await withNetwork { server, client in
            server.answer("/", with: .text("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nabcde"))
            let error = try await client.failure(of: request(server.url("/")))
            #expect(error.kind == .malformed, "\(error)")
        }
    }

    @Test(arguments: ["000", "099", "100", "199"])
    func `A proxy that answers with such a status opens no tunnel`(status: String) async throws {
        let proxy = try await LyingServer()
        try await withNetwork(environment: ["HTTPS_PROXY": "127.0.0.1:\(proxy.port)"]) { _, client in
            proxy.answerEverything(with: .text("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nabcde").then(.close))
            let error = try await client.failure(of: request(URL(string: "https://feed.invalid/")!))
            #expect(!error.isUnusableResponse)
        }
        try await proxy.stop()
    }

    /// Returns the response with a status. An interim response is followed by a final one.
    private static func answer(_ status: Int, _ body: Data) -> LyingServer.Answer {
        let text = String(format: "%03d", status)
        guard (100...199).contains(status), status != 101 else {
            return .bytes(Array("HTTP/1.1 \(text) X\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        }
        return LyingServer.Answer.text("HTTP/1.1 \(text) X\r\n\r\n").then(.response(body: body))
    }

    private static func expected(_ status: Int) -> Outcome {
        switch status {
        case ..<100: .failed(.connectivity(HTTPClientError(.malformed)))
        case 101: .failed(.invalidData(.status(101)))
        case ...200: .loaded
        default: .failed(.invalidData(.status(status)))
        }
    }

    private enum Outcome: Equatable {
        case loaded
        case failed(RemoteError)
        case failedOtherwise(String)
    }

    private static func outcome(of load: () async throws -> Void) async -> Outcome {
        do {
            try await load()
            return .loaded
        } catch let error as RemoteError {
            return .failed(error)
        } catch {
            return .failedOtherwise("\(error)")
        }
    }
}

import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite(.detectsHangs, .watchesTasks) struct PartialResponseTests {
    private let body = Data(repeating: 7, count: 100_000)
    private let partials = EventLog<DataResponse>()

    @Test(arguments: [200, 206], [0, 1, 70_000])
    func `The part of a cut response that came is handed over before it fails`(status: Int, count: Int) async throws {
        try await withNetwork { server, client in
            let whole = LyingServer.Answer.response(status: status, headers: [("ETag", "\"a\"")], body: body)
            server.answer("/", with: whole.cut(after: whole.bytes.count - body.count + count))
            let error = await #expect(throws: HTTPClientError.self) {
                try await client.load(request(server.url("/"))) { partials.append($0) }
            }
            #expect(error?.kind == .cut)
            #expect(partials.events.map(\.status.code) == [status])
            #expect(partials.events.map(\.body) == [body.prefix(count)])
            #expect(partials.events.map { $0.headerFields[.eTag] } == ["\"a\""])
            #expect(partials.events.map { $0.headerFields[.contentLength] } == ["100000"])
            #expect(partials.events.map(\.url) == [server.url("/")])
        }
    }

    @Test func `Nothing is handed over of a response that is whole, coded, too large or unsuccessful`() async throws {
        try await withNetwork { server, client in
            server.answer("/whole", with: .response(body: body))
            server.answer("/coded", with: cut(.response(headers: [("Content-Encoding", "gzip")], body: body)))
            server.answer("/status", with: cut(.response(status: 404, body: body)))
            server.answer("/large", with: .response(body: body, framing: .chunks(of: 1000)))
            server.answer("/none", with: .close)
            _ = try await client.load(request(server.url("/whole"))) { partials.append($0) }
            for path in ["/coded", "/status", "/large", "/none"] {
                _ = await #expect(throws: HTTPClientError.self) {
                    try await client.load(request(server.url(path), maximumBytes: path == "/large" ? 50_000 : 200_000))
                    {
                        partials.append($0)
                    }
                }
            }
            #expect(partials.events.isEmpty)
        }
    }

    @Test func `The closure that receives a cancelled load's part isn't cancelled, and the load waits`() async throws {
        let received = EventLog<Int>()
        let wasCancelled = EventLog<Bool>()
        try await withNetwork(progress: { count, _ in received.append(count) }) { server, client in
            let whole = LyingServer.Answer.response(body: body)
            server.answer("/", with: whole.cut(after: whole.bytes.count - 1, with: .hang))
            let request = request(server.url("/"))
            let task = Task {
                try await client.load(request) { partial in
                    await Task.yield()
                    wasCancelled.append(Task.isCancelled)
                    partials.append(partial)
                }
            }
            try await received.wait { $0.last == body.count - 1 }
            task.cancel()
            _ = await #expect(throws: CancellationError.self) { try await task.value }
            #expect(wasCancelled.events == [false])
            #expect(partials.events.map(\.body) == [body.dropLast()])
        }
    }

    @Test func `A connection isn't reused after a cut response, even if another request waits`() async throws {
        let received = EventLog<Int>()
        try await withNetwork(progress: { count, _ in received.append(count) }) { server, client in
            let whole = LyingServer.Answer.response(body: body)
            server.answer("/cut", with: whole.cut(after: whole.bytes.count - 1000, with: .hang))
            server.answer("/held", with: .hang)
            server.answer("/next", with: .response(body: Data("next".utf8)))
            let cut = Task { try await client.load(request(server.url("/cut"))) }
            try await received.wait { $0.last == body.count - 1000 }
            let held = (1..<16).map { _ in Task { try await client.load(request(server.url("/held"))) } }
            try await server.requests.wait(for: 16)
            let next = Task { try await client.load(request(server.url("/next"))) }
            await letOthersRun()
            #expect(server.requests.events.count == 16)
            let cutConnection = try #require(server.requests.events.first).connection
            try await server.reset(connection: cutConnection)

            _ = await #expect(throws: HTTPClientError.self) { try await cut.value }
            #expect(try await next.value.body == Data("next".utf8))
            let nextConnection = try #require(server.requests.events.last { $0.path == "/next" }).connection
            #expect(nextConnection != cutConnection)
            for task in held { task.cancel() }
            for task in held { _ = await task.result }
        }
    }

    private func cut(_ answer: LyingServer.Answer) -> LyingServer.Answer {
        answer.cut(after: answer.bytes.count - 1000)
    }
}

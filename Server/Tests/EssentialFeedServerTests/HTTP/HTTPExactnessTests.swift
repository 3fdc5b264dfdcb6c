import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct HTTPExactnessTests {
    private let folder = PhotoFolder()

    @Test(
        "Server: ranges, conditions, HEAD and malformed requests are answered as RFC 9110 and RFC 9112 say",
        arguments: HTTPCase.table)
    func respondIsExact(_ cases: [HTTPCase]) async throws {
        for length in Set(cases.map(\.length)) {
            let picture = Pictures.numbered(length)
            let folder = PhotoFolder()
            try folder.write(picture, to: "a.jpg")
            try await RunningServer.with(try folder.configuration(isPublic: true)) { server in
                for expected in cases where expected.length == length {
                    if let request = expected.malformed {
                        try await check(request, expected, server)
                    } else {
                        try await check(expected, picture, server)
                    }
                }
            }
        }
    }

    @Test func `Server: a malformed body after the response to its head only closes the connection`() async throws {
        try await folder.connect(try folder.configuration(isPublic: true)) { connection, _ in
            try await connection.send("POST /feed HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            var iterator = connection.inbound.makeAsyncIterator()
            var rest = ByteBuffer()
            let (head, _) = try await connection.readAnswer(&iterator, rest: &rest)
            #expect(head.hasPrefix("HTTP/1.1 405 "))
            try await connection.send("xyz\r\n")
            #expect(rest.readableBytes == 0)
            #expect(try await iterator.next() == nil)
        }
    }

    private func check(_ malformed: String, _ expected: HTTPCase, _ server: RunningServer) async throws {
        let answer = try await RawConnection.with(port: server.port) { connection in
            do {
                try await connection.send(malformed)
            } catch {
                // The server may close before a long request is sent.
            }
            return await connection.readToEnd()
        }
        // A reset, which closing amid a long request causes, may discard the response.
        if malformed.utf8.count < 65_536 || !answer.isEmpty {
            #expect(answer.hasPrefix("HTTP/1.1 \(expected.status) "), "\(expected)")
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(expected)")
            #expect(answer.contains("application/problem+json"))
            let date = /(?i)\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/
            #expect(answer.firstMatch(of: date) != nil, "\(answer)")
        }
        try await RawClient.with(port: server.port) { client in
            let next = try await client.answer("/feed")
            #expect(next.status == 200)
        }
    }

    private func check(_ expected: HTTPCase, _ picture: Data, _ server: RunningServer) async throws {
        let id = contentID(picture)
        let path =
            switch expected.target {
            case .image: "/image/\(id)"
            case .feed: "/feed"
            case .comments: "/image/\(id)/comments"
            case .openAPI: "/openapi.yaml"
            case .nothing: "/nothing"
            }
        try await RawClient.with(port: server.port) { client in
            let whole = try await client.answer(path)
            let tag = whole.fields["etag"] ?? ""
            var hasBody = true
            if case .nothing = expected.body { hasBody = false }
            let answer = try await client.answer(
                path, method: expected.method,
                fields: expected.fields.map { $0.replacingOccurrences(of: "TAG", with: tag) }, hasBody: hasBody)
            #expect(answer.status == expected.status, "\(expected)")
            #expect(answer.fields["content-range"] == expected.contentRange, "\(expected)")
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            switch expected.body {
            case .bytes(let range):
                #expect(tag == imageTag(picture))
                #expect(answer.body.firstDifference(from: picture.subdata(in: range)) == nil)
                #expect(answer.fields["content-length"] == "\(range.count)")
                #expect(answer.fields["accept-ranges"] == "bytes")
                for name in ["etag", "content-type", "cache-control"] {
                    #expect(answer.fields[name] == whole.fields[name], "\(name)")
                }
            case .json:
                #expect(answer.body == whole.body)
                #expect(answer.fields["etag"] == tag)
                #expect(answer.fields["accept-ranges"] == nil)
            case .problem:
                #expect(answer.fields["content-type"] == "application/problem+json")
                #expect(answer.fields["cache-control"] == "no-store")
                let problem = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
                #expect(problem?["status"] as? Int == expected.status)
            case .nothing where expected.method == "HEAD" && expected.status == whole.status:
                #expect(answer.fields["content-length"] == "\(whole.body.count)")
                #expect(answer.fields.filter { $0.key != "date" } == whole.fields.filter { $0.key != "date" })
            case .nothing where expected.status == 304:
                #expect(answer.fields["etag"] == tag)
                #expect(answer.fields["content-length"] == nil)
            case .nothing: break
            }
            // The next response follows directly, so the length was right.
            #expect(try await client.answer("/feed").status == 200)
        }
    }
}

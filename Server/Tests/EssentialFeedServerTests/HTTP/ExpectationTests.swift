import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Clients that ask before they send a body (`Expect`, RFC 9110, 10.1.1).
@Suite struct ExpectationTests {
    private let folder = PhotoFolder()
    private let maria: Invitation
    private let reader: Invitation
    private let image: UUID
    private let photo: Data

    init() throws {
        image = try folder.add()
        maria = try folder.invite("maria", may: .post)
        reader = try folder.invite("bob", may: .read)
        photo = try TestPicture.data("plain.jpg")
    }

    private func serve(
        at publicURL: String? = nil, _ body: @escaping @Sendable (RunningServer) async throws -> Void
    ) async throws {
        var configuration = try folder.drawingConfiguration(publicURL: publicURL)
        configuration.postLimits.photosADay = WriteLimit(name: "3 a day", count: 3, window: .hours(24))
        try await RunningServer.with(configuration, body)
    }

    private func head(
        _ path: String, method: String = "PUT", as person: Invitation?, version: String = "1.1", _ fields: [String]
    ) -> String {
        let authorization = person.map { ["Authorization: Bearer \($0.secret)"] } ?? []
        return (["\(method) \(path) HTTP/\(version)", "Host: localhost"] + authorization + fields)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }

    private func post(version: String = "1.1") -> String {
        head(
            "/photos/\(UUID())", as: maria, version: version,
            ["Content-Type: image/jpeg", "Content-Length: \(photo.count)", "Expect: 100-continue"])
    }

    @Test func `A client that waits before it sends a body is told to send it`() async throws {
        let comment = #"{"message":"hello"}"#
        let asked = head(
            "/image/\(image)/comments/\(UUID())", as: maria,
            ["Content-Type: application/json", "Content-Length: \(comment.utf8.count)", "Expect: 100-Continue"])
        try await serve { [photo] server in
            for (head, body) in [(post(), photo), (asked, Data(comment.utf8))] {
                try await RawConnection.with(port: server.port) { connection in
                    var iterator = connection.inbound.makeAsyncIterator()
                    var rest = ByteBuffer()
                    try await connection.send(head)
                    let interim = try await connection.readAnswer(hasBody: false, &iterator, rest: &rest)
                    #expect(interim.head == "HTTP/1.1 100 Continue")
                    try await connection.send("", body)
                    let answer = try await connection.readAnswer(&iterator, rest: &rest)
                    #expect(answer.head.hasPrefix("HTTP/1.1 201 "))
                    // The connection stays usable.
                    try await connection.send(self.head("/feed", method: "GET", as: maria, []))
                    let next = try await connection.readAnswer(&iterator, rest: &rest)
                    #expect(next.head.hasPrefix("HTTP/1.1 200 "))
                }
            }
        }
    }

    @Test func `A request that its head rules out gets its final status at once, and the end`() async throws {
        let (path, waits) = ("/photos/\(UUID())", "Expect: 100-continue")
        let comment = "/image/\(image)/comments/\(UUID())"
        func length(_ count: Int) -> String { "Content-Length: \(count)" }
        let (jpeg, json) = ("Content-Type: image/jpeg", "Content-Type: application/json")
        let refused = [
            (401, head(path, as: nil, [jpeg, length(5), waits])),
            (403, head(path, as: reader, [jpeg, length(5), waits])),
            (403, head(path, as: maria, [jpeg, length(5), waits, "Origin: https://evil.example"])),
            (411, head(path, as: maria, [jpeg, "Transfer-Encoding: chunked", waits])),
            (413, head(path, as: maria, [jpeg, length(60_000_000), waits])),
            (415, head(path, as: maria, ["Content-Type: text/plain", length(5), waits])),
            (409, head("/photos/\(image)", as: maria, [jpeg, length(5), waits])),
            (417, head(path, as: maria, [jpeg, length(5), "Expect: a-miracle"])),
            (417, head("/feed", method: "GET", as: maria, ["Expect: 100-continue, a-miracle"])),
            (404, head("/nothing", as: maria, [length(5), waits])),
            (405, head("/feed", as: maria, [length(5), waits])),
            (200, head("/feed", method: "GET", as: maria, [length(5), waits])),
            (401, head("/people", method: "POST", as: nil, [length(5), waits])),
            (401, head(comment, as: nil, [json, length(5), waits])),
            (403, head(comment, as: reader, [json, length(5), waits])),
            (413, head(comment, as: maria, [json, length(200_000), waits])),
            (415, head(comment, as: maria, ["Content-Type: text/plain", length(5), waits])),
            (415, head(path, method: "PATCH", as: maria, ["Content-Type: text/plain", length(5), waits])),
        ]
        try await serve { server in
            for (status, head) in refused {
                try await RawConnection.with(port: server.port) { connection in
                    try await connection.send(head)
                    var iterator = connection.inbound.makeAsyncIterator()
                    var rest = ByteBuffer()
                    let answer = try await connection.readAnswer(&iterator, rest: &rest)
                    #expect(answer.head.hasPrefix("HTTP/1.1 \(status) "), "\(head)\(answer.head)")
                    if !head.contains("a-miracle") {
                        // The next bytes could be the body or another request.
                        #expect(answer.head.lowercased().contains("connection: close"), "\(head)\(answer.head)")
                        #expect(try await iterator.next() == nil)
                    }
                }
            }
        }
    }

    @Test func `A person's limit counts before the body, too`() async throws {
        try await serve { [photo] server in
            try await RawClient.with(port: server.port) { client in
                for _ in 0..<3 {
                    let posted = try await client.post(photo, UUID(), as: maria)
                    #expect(posted.status == 201)
                }
            }
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send(post())
                let answer = await connection.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 429 "))
                #expect(answer.matches(of: #/HTTP/1/#).count == 1)
            }
        }
    }

    @Test func `A client that doesn't wait, or speaks HTTP/1.0, gets only the final status`() async throws {
        // Without a public address, a request in HTTP/1.0 counts as a proxy's.
        try await serve(at: "http://localhost") { [photo] server in
            try await RawConnection.with(port: server.port) { connection in
                var iterator = connection.inbound.makeAsyncIterator()
                var rest = ByteBuffer()
                try await connection.send(post(), photo)
                let answer = try await connection.readAnswer(&iterator, rest: &rest)
                #expect(answer.head.hasPrefix("HTTP/1.1 201 "))
            }
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send(post(version: "1.0"))
                // The server has read the head when it answers on another connection.
                _ = try await RawClient.with(port: server.port) { try await $0.answer("/livez").status }
                try await connection.send("", photo)
                let answer = await connection.readToEnd()
                #expect(answer.contains(" 201 ") && !answer.contains(" 100 "))
            }
        }
    }
}

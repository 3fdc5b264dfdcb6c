import Foundation
import GRDB
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Requests that fail for an unforeseen reason.
@Suite struct FailureTests {
    private let folder = PhotoFolder()
    private let maria: Invitation
    private let photo: Data

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
        maria = try folder.invite("maria", may: .post)
        photo = try TestPicture.data("large-progressive.jpg")
    }

    /// Returns another connection to the server's database.
    private func connection() throws -> DatabaseQueue {
        var waiting = GRDB.Configuration()
        waiting.busyMode = .timeout(300)
        return try DatabaseQueue(path: folder.friends.path, configuration: waiting)
    }

    @Test func `A failed request is answered with a reference, at which the log has the reason`() async throws {
        let (folder, maria, photo) = (folder, maria, photo)
        try await folder.serve(try folder.drawingConfiguration()) { client, server in
            let id = UUID()
            #expect(try await client.post(photo, id, as: maria).status == 201)
            let database = try connection()
            try await database.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE post RENAME TO absent") }

            let answer = try await client.answer("/image/\(id)", as: maria)
            #expect(answer.status == 500)
            #expect(answer.fields["content-type"] == Problem.mediaType)
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            #expect(answer.fields["cache-control"] == "no-store")
            let reference = try #require(answer.fields["x-request-id"])
            #expect(reference.wholeMatch(of: #/[0-9A-F]{8}/#) != nil)
            let body = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            #expect((body["detail"] as? String)?.contains(reference) == true)
            let line = try await server.log.next(.error)
            #expect(line.hasPrefix("a request failed (\(reference)): "), "\(line)")
            #expect(!line.contains("\n"))

            // A person reads the reference on a page.
            let page = try await client.post("/download", "photo=\(id)", as: maria)
            #expect((page.status, page.fields["content-type"]) == (500, PageTemplate.mediaType))
            let shown = try #require(page.fields["x-request-id"])
            #expect(page.text.contains("tell the owner of the photos this number: \(shown)"), "\(page.text)")
            #expect(try await server.log.next(.error).hasPrefix("a request failed (\(shown)): "))
            try await database.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE absent RENAME TO post") }
            #expect(try await client.answer("/feed", as: maria).status == 200)
        }
    }

    @Test func `What can't be saved is answered with a reference, too`() async throws {
        try await folder.serve { [maria] client, server in
            let database = try connection()
            try await database.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE comment RENAME TO absent") }
            let comments = "/image/\(contentID(Pictures.animation(salt: 1)).uuidString)/comments"
            let answer = try await client.put("\(comments)/\(UUID().uuidString)", "hello", as: maria)
            #expect(answer.status == 503)
            let reference = try #require(answer.fields["x-request-id"])
            let line = try await server.log.next(.error)
            #expect(line.hasPrefix("a request failed (\(reference)): "), "\(line)")
        }
    }

    @Test func `A form that can't be saved is answered with the reference on its page, which keeps the text`()
        async throws
    {
        try await folder.serve { [maria] client, server in
            let database = try connection()
            try await database.writeWithoutTransaction {
                try $0.execute(
                    sql: "CREATE TRIGGER broken BEFORE INSERT ON comment BEGIN SELECT RAISE(ABORT, 'broken'); END")
            }
            let page = "/photo/\(contentID(Pictures.animation(salt: 1)).uuidString)"
            let answer = try await client.post(page, "do=post&comment=\(UUID())&message=hello", as: maria)
            #expect(answer.status == 503)
            let reference = try #require(answer.fields["x-request-id"])
            let problem = answer.text.firstMatch(of: #/<p class="error" role="alert">(.+?)<\/p>/#)?.1
            #expect(
                problem == """
                    This can’t be saved at the moment. Try again later. If it fails again, \
                    tell the owner of the photos this number: \(reference)
                    """)
            #expect(answer.text.contains(">hello</textarea>"))
            let line = try await server.log.next(.error)
            #expect(line.hasPrefix("a request failed (\(reference)): "), "\(line)")
        }
    }

    @Test func `A start says that friends can't write while another program holds their database`() async throws {
        let configuration = try folder.configuration()
        _ = try await PhotoFolder.index(configuration)
        var settings = GRDB.Configuration()
        settings.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.friends.path, configuration: settings)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let lines = try await PhotoFolder.index(configuration).lines
        #expect(lines.contains { $0.hasPrefix("friends can’t comment or post photos: ") }, "\(lines)")
        withExtendedLifetime(other) {}
    }

    @Test func `Whoever stops sending a request's body is no failure of the server`() async throws {
        let lines = Mutex<[String]>([])
        let log = RecordingLog { line in lines.withLock { $0.append(line) } }
        try await RunningServer.with(try folder.configuration(), log: log) { server in
            try await RawConnection.with(port: server.port) { connection in
                try await connection.send("POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nlink")
                try await connection.channel.close(mode: .output).get()
                _ = await connection.readToEnd()
            }
            try await waitUntil { try await log.next().hasPrefix("POST /join ") }
        }
        #expect(lines.withLock { $0 }.allSatisfy { !$0.hasPrefix("error: ") })
    }

    @Test func `A form with a malformed body is answered with the reason`() async throws {
        try await folder.connect { connection, _ in
            let fields = "Host: localhost\r\nAccept: text/html\r\nTransfer-Encoding: chunked\r\n"
            try await connection.send("POST /photo/\(UUID()) HTTP/1.1\r\n\(fields)\r\nxyz\r\n")
            let answer = await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains(Problem.malformedRequest.detail), "\(answer)")
        }
    }

    @Test(arguments: ["plain", "a \"quoted\" name", "C:\\temp", "line\nbreak", "\u{0}", "naïve – λ"])
    func `A problem that quotes another program is JSON`(text: String) throws {
        for problem in [
            Problem.badRequest(text),
            Problem(status: .contentTooLarge, detail: "too long", retryAfter: 3, limit: text),
        ] {
            let body = try #require(
                try JSONSerialization.jsonObject(with: Data(problem.body.readableBytesView)) as? [String: Any])
            #expect([body["detail"] as? String, body["limit"] as? String].contains(text))
        }
    }
}

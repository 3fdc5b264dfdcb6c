import Foundation
import GRDB
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Deleting while others read the database, over HTTP.
@Suite struct ErasedTextTests {
    private let folder = PhotoFolder()
    private let comments: String
    private let photoPage: String
    private let maria: Invitation

    init() throws {
        let photo = try folder.add()
        comments = "/image/\(photo.uuidString)/comments"
        photoPage = "/photo/\(photo.uuidString)"
        maria = try folder.invite("maria")
    }

    private var database: String {
        get throws {
            let state = folder.tokens.folder
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: state.path).first(where: FriendsFile.isName))
            return state.appending(path: name).path
        }
    }

    /// Returns whether a file of the database has a text.
    private func has(_ text: String) throws -> Bool {
        let database = try database
        return ["", "-wal"].contains { suffix in
            FileManager.default.contents(atPath: database + suffix)?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    /// Returns a connection that reads the database until it commits.
    private func beginReading() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: database, configuration: configuration)
        try reader.inDatabase { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM comment")
        }
        return reader
    }

    @Test func `While another program reads, a deletion isn't confirmed, and a repetition is once the text is gone`()
        async throws
    {
        try await folder.serve { client, server in
            let (path, other) = ("\(comments)/\(UUID())", "\(comments)/\(UUID())")
            #expect(try await client.put(path, "SECRETWORD", as: maria).status == 201)
            #expect(try has("SECRETWORD"))
            let reader = try beginReading()
            async let deleted = RawClient.with(port: server.port) {
                try await $0.answer(path, method: "DELETE", as: maria)
            }
            // Others write in the meantime, without waiting for the reader.
            #expect(try await client.put(other, "hello", as: maria).status == 201)
            let refused = try await deleted
            #expect(refused.status == 503)
            #expect(refused.fields["retry-after"] == "5")
            let page = try await client.post(photoPage, "do=delete&comment=\(path.suffix(36))", as: maria)
            #expect((page.status, page.fields["refresh"]) == (503, nil))
            #expect(!page.text.contains("The photos aren’t ready yet"))
            #expect(try has("SECRETWORD"))
            let shown = try await client.answer(comments, as: maria)
            #expect(!shown.text.contains("SECRETWORD"))

            try reader.inDatabase { try $0.execute(sql: "COMMIT") }
            #expect(try await client.answer(path, method: "DELETE", as: maria).status == 204)
            #expect(try !has("SECRETWORD"))
        }
    }

    @Test func `While another program reads, removing a person isn't confirmed, and their picture is gone afterwards`()
        async throws
    {
        let zoe = try folder.invite("zoe", may: .admin)
        try folder.friends.open().write { try $0.set(picture: Data("SECRETWORD".utf8), of: maria.token.id) }
        try await folder.serve { client in
            #expect(try has("SECRETWORD"))
            let reader = try beginReading()
            #expect(try await client.post("/people", "do=revoke&name=maria", as: zoe).status == 503)
            #expect(try folder.tokens.tokens().map(\.name) == ["zoe"])
            try reader.inDatabase { try $0.execute(sql: "COMMIT") }
            // The next deletion is confirmed, so the picture is gone as well.
            let path = "\(comments)/\(UUID())"
            #expect(try await client.put(path, "hello", as: zoe).status == 201)
            #expect(try await client.delete(path, as: zoe).status == 204)
            #expect(try !has("SECRETWORD"))
        }
    }

    @Test func `What a friend wrote before they changed their comment is in no file`() async throws {
        try await folder.serve { client in
            let comment = "comment=\(UUID())&message="
            #expect(try await client.post(photoPage, "do=post&\(comment)SECRETWORD", as: maria).status == 303)
            #expect(try has("SECRETWORD"))
            let changed = try await client.post(photoPage, "do=change&\(comment)hello", as: maria)
            #expect(changed.status == 303)
            #expect(try !has("SECRETWORD"))
            #expect(try has("hello"))
        }
    }

    @Test func `While people read over HTTP, the text of a confirmed deletion is in no file`() async throws {
        try await RunningServer.with(try folder.configuration()) { server in
            let isOver = Box(false)
            try await withThrowingTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        try await RawClient.with(port: server.port) { client in
                            while !isOver.value {
                                let status = try await client.answer(comments, as: maria).status
                                #expect(status == 200)
                            }
                        }
                    }
                }
                try await RawClient.with(port: server.port) { client in
                    for number in 0..<10 {
                        let path = "\(comments)/\(UUID())"
                        let written = try await client.put(path, "SECRETWORD\(number)", as: maria)
                        let deleted = try await client.answer(path, method: "DELETE", as: maria)
                        let isLeft = try has("SECRETWORD\(number)")
                        #expect((written.status, deleted.status, isLeft) == (201, 204, false))
                    }
                }
                isOver.set(true)
                try await group.waitForAll()
            }
        }
    }
}

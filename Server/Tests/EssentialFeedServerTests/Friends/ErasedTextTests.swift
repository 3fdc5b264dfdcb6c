import Foundation
import GRDB
import NIOPosix
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Deleting while others read the database, over HTTP.
@Suite struct ErasedTextTests {
    private let folder = PhotoFolder()
    private let comments: String
    private let reactions: String
    private let photoPage: String
    private let maria: Invitation

    init() throws {
        let photo = try folder.add()
        comments = "/image/\(photo.uuidString)/comments"
        reactions = "/image/\(photo.uuidString)/reactions"
        photoPage = "/photo/\(photo.uuidString)"
        maria = try folder.invite("maria", may: .post)
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

    /// Returns the connection of another program, which needs the log until it commits.
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

    @Test func `While another program reads, a deletion is confirmed only once the text is gone`() async throws {
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

    /// Something that deletes or replaces what maria wrote.
    enum Erasure: CaseIterable, Sendable {
        case editedComment, texts, textsForm, photo, photoForm, picture, removal, revocation, command

        var words: [String] {
            let (comment, texts, picture) = ("COMMENTWORD", ["CAPTIONWORD", "ALTWORD"], "PICTUREWORD")
            return switch self {
            case .editedComment: [comment]
            case .texts, .textsForm: texts
            case .photo, .photoForm: [comment] + texts
            case .picture, .revocation: [picture]
            case .removal, .command: [comment, picture] + texts
            }
        }

        /// The status of a repetition without a reader; `nil` if another write removes the text.
        var repeated: Int? {
            switch self {
            case .editedComment, .textsForm, .photoForm, .picture: 303
            case .texts: 200
            case .photo: 204
            case .removal: 404
            case .revocation, .command: nil
            }
        }
    }

    /// Returns the status of an answer, or that of an answer with the same meaning as the command's end.
    private func status(
        _ erasure: Erasure, _ photo: UUID, _ comment: UUID, by admin: Invitation, _ client: RawClient
    ) async throws -> Int {
        let (page, path) = ("/photo/\(photo)", "/photos/\(photo)")
        switch erasure {
        case .editedComment:
            return try await client.post(page, "do=change&comment=\(comment)&message=hello", as: maria).status
        case .texts: return try await client.patch(path, #"{"caption":null,"alt":null}"#, as: maria).status
        case .textsForm: return try await client.post(page, "do=change-photo&caption=&alt=", as: maria).status
        case .photo: return try await client.delete(path, as: maria).status
        case .photoForm: return try await client.post(page, "do=delete-photo", as: maria).status
        case .picture: return try await client.post("/you", "do=remove-picture", as: maria).status
        case .removal: return try await client.post("/people", "do=remove&name=maria", as: admin).status
        case .revocation: return try await client.post("/people", "do=revoke&name=maria", as: admin).status
        case .command:
            let moderation = StateModeration(of: folder.tokens.folder, now: { Date() })
            return try await NIOThreadPool.singleton.runIfActive { () throws -> Int in
                do {
                    try moderation.remove("maria", deletingContent: true)
                    return 204
                } catch is ModerationError {
                    return 503
                }
            }
        }
    }

    @Test(arguments: Erasure.allCases)
    func `Beside a reader, nothing deleted is confirmed; after it, nothing is left`(erasure: Erasure) async throws {
        let zoe = try folder.invite("zoe", may: .admin)
        try folder.friends.open().write { try $0.set(picture: Data("PICTUREWORD".utf8), of: maria.token.id) }
        try await folder.serve(try folder.drawingConfiguration()) { client, _ in
            let (photo, comment) = (UUID(), UUID())
            let texts = ["Photo-Caption: CAPTIONWORD", "Photo-Alt: ALTWORD"]
            #expect(try await client.post(TestPicture.data("plain.jpg"), photo, as: maria, texts).status == 201)
            let written = try await client.put("/image/\(photo)/comments/\(comment)", "COMMENTWORD", as: maria)
            #expect(written.status == 201)
            // The connection is zoe's from here on, so removing maria doesn't cut it.
            #expect(try await client.page("/photo/\(photo)", as: zoe).contains("COMMENTWORD"))
            let reader = try beginReading()
            let status = try await status(erasure, photo, comment, by: zoe, client)
            #expect(status == 503)
            for word in erasure.words {
                #expect(try has(word), "\(word)")
                try await waitUntil { try await !client.page("/photo/\(photo)", as: zoe).contains(word) }
            }

            try reader.inDatabase { try $0.execute(sql: "COMMIT") }
            if let repeated = erasure.repeated {
                let again = try await self.status(erasure, photo, comment, by: zoe, client)
                #expect(again == repeated)
            } else {
                // The server learns of the command a moment later.
                while try erasure.words.contains(where: has) {
                    #expect(try await client.put(reactions + "/heart", as: zoe).status == 200)
                }
            }
            for word in erasure.words { #expect(try !has(word), "\(word)") }
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

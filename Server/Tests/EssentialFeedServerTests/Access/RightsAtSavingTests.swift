import EssentialFeed
import Foundation
import Logging
import Testing
import TestSupport

@testable import EssentialFeedServer

/// A request's body may arrive long after its head. The person's permissions at the moment of saving count.
@Suite struct RightsAtSavingTests {
    private let folder = PhotoFolder()
    private let photo: UUID

    enum Loss: CaseIterable, Sendable { case demoted, newLink, signedOut, revoked }

    enum Write: CaseIterable, Sendable {
        case comment, formComment, reaction, post, hide, invite, link, may, revoke, remove, signOut

        func request(on photo: UUID, _ id: UUID) -> (start: String, type: String, body: String) {
            let form = "application/x-www-form-urlencoded"
            let people = { (body: String) in ("POST /people", form, body) }
            return switch self {
            case .comment: ("PUT /image/\(photo)/comments/\(id)", "application/json", #"{"message":"hello"}"#)
            case .formComment: ("POST /photo/\(photo)", form, "do=post&comment=\(id)&message=hello")
            case .reaction: ("POST /photo/\(photo)", form, "react=heart")
            case .post: ("PUT /photos/\(id)", "image/jpeg", String(repeating: "x", count: 100))
            case .hide: ("POST /photo/\(photo)", form, "do=hide-photo")
            case .invite: people("do=invite&name=ally&may=admin")
            case .link: people("do=link&name=bob")
            case .may: people("do=may&name=bob&may=admin")
            case .revoke: people("do=revoke&name=bob")
            case .remove: people("do=remove&name=bob")
            case .signOut: people("do=sign-out&device=AAAA")
            }
        }
    }

    init() throws {
        photo = try folder.add()
    }

    private func lose(_ loss: Loss, _ cookie: String, _ client: RawClient) async throws {
        switch loss {
        case .demoted: try folder.tokens.permit(.read, to: "maria")
        case .newLink: _ = try folder.tokens.renew("maria")
        case .signedOut: #expect(try await client.post("/sign-out", "", fields: [cookie]).status == 303)
        case .revoked: try folder.tokens.revoke("maria")
        }
    }

    /// Sends a part of a request, lets the person lose a right, and sends the rest.
    private func answer(
        _ write: Write, after loss: Loss, _ field: String, _ cookie: String, _ server: RunningServer
    ) async throws -> String {
        let (start, type, body) = write.request(on: photo, UUID())
        return try await RawConnection.with(port: server.port) { connection in
            try await connection.send(
                """
                \(start) HTTP/1.1\r
                Host: localhost\r
                \(field)\r
                Content-Type: \(type)\r
                Content-Length: \(body.utf8.count)\r
                Connection: close\r
                \r
                \(body.prefix(5))
                """)
            try await RawClient.with(port: server.port) { client in
                // The server has read the head when it answers on another connection.
                #expect(try await client.answer("/feed", fields: [cookie]).status == 200)
                try await lose(loss, cookie, client)
            }
            do {
                try await connection.send(String(body.dropFirst(5)))
            } catch {
                // The server has cut the connection.
            }
            return await connection.readToEnd()
        }
    }

    @Test(arguments: Write.allCases, Loss.allCases)
    func `Nothing is saved for whoever loses the right while a request arrives`(write: Write, loss: Loss) async throws {
        let maria = try folder.invite("maria", may: .admin)
        _ = try folder.invite("bob", may: .read)
        try await RunningServer.with(try folder.configuration()) { server in
            let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(maria) }
            let tokens = try folder.tokens.tokens()
            let field = loss == .newLink ? "Authorization: Bearer \(maria.secret)" : cookie
            let answer = try await answer(write, after: loss, field, cookie, server)
            // Whoever is removed may be cut before the answer.
            let isRefused = loss == .demoted ? answer.hasPrefix("HTTP/1.1 403 ") : answer.hasPrefix("HTTP/1.1 401 ")
            #expect(isRefused || loss == .revoked && answer.isEmpty, "\(answer.prefix(200))")
            #expect(try folder.tokens.tokens().filter { $0.name != "maria" } == tokens.filter { $0.name != "maria" })
        }
    }

    @Test(arguments: [true, false])
    func `While the tokens can't be read, no one is admitted, no browser signed out`(isMissing: Bool) async throws {
        let maria = try folder.invite("maria")
        let file = folder.tokens.folder.appending(path: "tokens.json")
        let content = try Data(contentsOf: file)
        try await RunningServer.with(try folder.configuration()) { server in
            let cookie = try await RawClient.with(port: server.port) { try await $0.signIn(maria) }
            let fields = [cookie, "Accept: text/html"]
            /// Asks until the answer isn't one with this status.
            func answer(after status: Int) async throws -> RawClient.Answer {
                while true {
                    do {
                        let answer = try await RawClient.with(port: server.port) {
                            try await $0.answer("/", fields: fields)
                        }
                        if answer.status != status { return answer }
                    } catch {
                        // The server cuts the connections of those who were admitted.
                        try Task.checkCancellation()
                    }
                }
            }
            #expect(try await answer(after: 0).status == 200)
            // The server saves this use, which would replace the file.
            try await waitUntil { try folder.tokens.tokens()[0].lastUsedAt != nil }
            if isMissing {
                try FileManager.default.removeItem(at: file)
            } else {
                try Data("{".utf8).write(to: file, options: .atomic)
            }
            let refused = try await answer(after: 200)
            if !isMissing { #expect(try await server.log.next(.error).contains("is damaged")) }
            #expect(refused.status == 503)
            #expect(!refused.cookies.contains { $0.contains("Max-Age=0") })
            try await RawClient.with(port: server.port) { client in
                let join = try await client.post("/join", "link=\(maria.secret)")
                #expect(join.status == 503)
            }
            try content.write(to: file, options: .atomic)
            #expect(try await answer(after: 503).status == 200)
        }
    }
}

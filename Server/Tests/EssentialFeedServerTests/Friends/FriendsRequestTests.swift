import EssentialFeed
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Friends' writes over HTTP, with a real server and its database on disk.
@Suite struct FriendsRequestTests {
    private let folder = PhotoFolder()
    private let image: String

    init() throws {
        try folder.writeComment()
        image = "/image/\(try folder.add().uuidString)"
    }

    private func comment(_ id: UUID) -> String { "\(image)/comments/\(id.uuidString)" }

    @Test func `A comment is saved once, however often it is sent, after those in the document`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client, _ in
            let id = UUID()
            let first = try await client.put(comment(id), "hello", as: maria)
            #expect(first.status == 201)
            let again = try await client.put(comment(id), " hello\n", as: maria)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            let answer = try await client.answer("\(image)/comments", as: maria)
            let comments = try ImageCommentsPayload.decode(answer.body)
            #expect(comments.map(\.message) == ["from the document", "hello"])
            #expect(comments.map(\.author.username) == ["the owner", "maria"])
            #expect(comments.last?.id == id)
            #expect(abs(comments[1].createdAt.timeIntervalSinceNow) < 60)
            let unchanged = try await client.answer(
                "\(image)/comments", as: maria, "If-None-Match: \(answer.fields["etag"] ?? "")", hasBody: false)
            #expect(unchanged.status == 304)
        }
    }

    @Test func `A reply has the id of its comment, of a friend or in the document, on the same photo`() async throws {
        let (maria, inDocument, first) = (try folder.invite("maria"), UUID(), UUID())
        try folder.writeComment(inDocument)
        try await folder.serve { client, _ in
            func reply(to comment: String, as id: UUID = UUID()) async throws -> RawClient.Answer {
                let body = #"{"message": "hello", "reply_to": \#(comment)}"#
                return try await client.answer(
                    self.comment(id), method: "PUT",
                    fields: [
                        "Authorization: Bearer \(maria.secret)", "Content-Type: application/json",
                        "Content-Length: \(body.utf8.count)",
                    ], body: body)
            }
            #expect(try await client.put(comment(first), "hello", as: maria).status == 201)
            for id in [inDocument, first] {
                let answer = try await reply(to: "\"\(id)\"")
                #expect(answer.status == 201 && answer.text.contains("\"reply_to\":\"\(id)\""))
            }
            for unknown in ["\"\(UUID())\"", "null"] {
                let answer = try await reply(to: unknown)
                #expect(answer.status == 201 && !answer.text.contains("reply_to"))
            }
            for malformed in ["\"x\"", "1", "\"\(first)\\u0000x\""] {
                #expect(try await reply(to: malformed).status == 422)
            }
            // A repeated request is the same reply, and no other one.
            let repeated = UUID()
            for (comment, status) in [("\"\(first)\"", 201), ("\"\(first)\"", 200), ("null", 409)] {
                #expect(try await reply(to: comment, as: repeated).status == status)
            }
            let comments = try await client.answer("\(image)/comments", as: maria)
            #expect(
                try ImageCommentsPayload.decode(comments.body).map(\.replyTo) == [
                    nil, nil, inDocument, first, nil, nil, first,
                ])
            let changes = try await client.answer("/changes", as: maria)
            #expect(changes.text.contains("\"reply_to\":\"\(first)\""))
        }
    }

    @Test func `The id of a comment in the document can't be used again, on any photo`() async throws {
        let (maria, id, other) = (try folder.invite("maria"), UUID(), Pictures.animation(salt: 2))
        try folder.write(other, to: "b.png")
        try folder.writeComment(id)
        try await folder.serve { client, _ in
            for photo in [image, "/image/\(contentID(other).uuidString)"] {
                let known = try await client.put("\(photo)/comments/\(id)", "hello", as: maria)
                let new = try await client.put("\(photo)/comments/\(UUID())", "hello", as: maria)
                #expect((known.status, new.status) == (409, 201))
            }
        }
    }

    @Test func `An id with anything behind it isn't an id`() async throws {
        let admin = try folder.invite("zoe", may: .admin)
        try await folder.serve { [image] client, _ in
            let end = "%00x"
            for path in [
                image + end, "\(image)/comments/\(UUID())\(end)", "/photos/\(UUID())\(end)", "/photo/\(UUID())\(end)",
            ] {
                #expect(try await client.answer(path, as: admin).status == 404, "\(path)")
                #expect(ServerRoute(path: path.replacing(end, with: "\0x")) == nil, "\(path)")
            }
            let photo = "/photo" + image.dropFirst("/image".count)
            let form = "do=post&message=hello&comment=\(UUID())%00x"
            #expect(try await client.post(photo, form, as: admin).status == 400)
            let joined = try await client.post("/join", "link=\(admin.secret)&to=\(photo)%00%0d%0aX-A:b")
            #expect(joined.fields["location"] == "/")
        }
    }

    @Test func `If a copy replaces the state folder, hiding counts; nothing is saved till a restart`() async throws {
        let maria = try folder.invite("maria")
        let (hidden, commented) = (contentID(Pictures.animation(salt: 1)), Pictures.animation(salt: 2))
        try folder.write(commented, to: "b.png")
        let comments = "/image/\(contentID(commented).uuidString)/comments"
        let (image, state) = (image, folder.tokens.folder)
        try await RunningServer.with(try folder.configuration()) { server in
            // Each request has a separate connection, because connections of ended tokens are cut.
            @Sendable func write(_ text: String) async throws -> Int {
                try await RawClient.with(port: server.port) {
                    try await $0.put("\(comments)/\(UUID().uuidString)", text, as: maria).status
                }
            }
            @Sendable func read() async throws -> Int {
                try await RawClient.with(port: server.port) { try await $0.answer(image, as: maria).status }
            }
            #expect(try await write("before") == 201)
            try await TestProgram.succeed(["mv", state.path, state.path + ".away"])
            try await TestProgram.succeed(["cp", "-a", state.path + ".away", state.path])
            try await waitUntil { try await server.log.next(.error).hasSuffix("restart the server") }
            try StateModeration(of: state, now: { Date() }).set(isHidden: true, hidden)
            try await waitUntil { try await read() == 404 }
            #expect(try await write("after") == 503)
        }
        try await folder.serve { client, _ in
            #expect(try await client.answer(image, as: maria).status == 404)
            let kept = try await client.answer(comments, as: maria)
            #expect(try ImageCommentsPayload.decode(kept.body).map(\.message) == ["before"])
            #expect(try await client.put("\(comments)/\(UUID().uuidString)", "after", as: maria).status == 201)
        }
    }

    @Test func `Another text or picture leaves the feed's entity tag as it is, and a new comment that of Atom`()
        async throws
    {
        let maria = try folder.invite("maria")
        try await folder.serve { client, _ in
            func tags() async throws -> [String] {
                var tags: [String] = []
                for path in ["/feed", "/feed.atom"] {
                    tags.append(try #require(try await client.answer(path, as: maria).fields["etag"]))
                }
                return tags
            }
            let (id, page, before) = (UUID(), image.replacing("/image/", with: "/photo/"), try await tags())
            #expect(try await client.put(comment(id), "FIRSTWORD", as: maria).status == 201)
            let written = try await tags()
            #expect((written[0] == before[0], written[1] == before[1]) == (false, true))
            for path in [page, "\(image)/comments"] {
                #expect(try await client.page(path, as: maria).contains("FIRSTWORD"))
            }

            #expect(try await client.post(page, "do=change&comment=\(id)&message=OTHERWORD", as: maria).status == 303)
            #expect(try await tags() == written)
            for path in [page, "\(image)/comments"] {
                let text = try await client.page(path, as: maria)
                #expect(text.contains("OTHERWORD") && !text.contains("FIRSTWORD"))
            }
            try folder.friends.open().write { try $0.set(picture: Data("a picture".utf8), of: maria.token.id) }
            try await waitUntil { try await client.page(page, as: maria).contains("/pictures/") }
            #expect(try await tags() == written)
            let known = try await client.answer("/feed.atom", as: maria, "If-None-Match: \(written[1])", hasBody: false)
            #expect(known.status == 304)
        }
    }

    @Test func `The feed says how many comments friends see; its entity tag changes with the number`() async throws {
        let (maria, owner) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await folder.serve { client, _ in
            var tags = Set<String>()
            func expectCount(_ count: Int) async throws {
                let answer = try await client.answer("/feed", as: maria)
                #expect(try FeedPayload.decode(answer.body).map(\.commentCount) == [count])
                #expect(tags.insert(answer.fields["etag"] ?? "").inserted)
            }
            let (first, second) = (UUID(), UUID())
            try await expectCount(1)
            _ = try await client.put(comment(first), "hello", as: maria)
            try await expectCount(2)
            _ = try await client.put(comment(second), "hidden", as: maria)
            try await expectCount(3)
            let page = image.replacing("/image/", with: "/photo/")
            #expect(try await client.post(page, "do=hide&comment=\(second)", as: owner).status == 303)
            try await expectCount(2)
            _ = try await client.delete(comment(first), as: maria)
            try await expectCount(1)
        }
    }

    @Test func `Friends don't get a hidden comment; its author and admins do, with its mark`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        let owner = try folder.invite("zoe", may: .admin)
        try await folder.serve { client, _ in
            let id = UUID()
            _ = try await client.put(comment(id), "hello", as: maria)
            func comments(_ person: Invitation) async throws -> [ImageComment] {
                let answer = try await client.answer("\(image)/comments", as: person)
                #expect(answer.fields["cache-control"]?.hasPrefix("private") == true)
                return try ImageCommentsPayload.decode(answer.body).filter { $0.id == id }
            }
            for person in [maria, bob, owner] {
                #expect(try await comments(person).map(\.isHidden) == [false])
            }
            let page = image.replacing("/image/", with: "/photo/")
            #expect(try await client.post(page, "do=hide&comment=\(id)", as: owner).status == 303)
            #expect(try await comments(bob) == [])
            for person in [maria, owner] {
                #expect(try await comments(person).map(\.isHidden) == [true])
                #expect(try await client.page(page, as: person).contains("Hidden from friends"))
            }
            #expect(try await client.post(page, "do=show&comment=\(id)", as: owner).status == 303)
            for person in [maria, bob, owner] {
                #expect(try await comments(person).map(\.isHidden) == [false])
            }
        }
    }

    @Test func `An id that another comment has is a 409, and one whose comment was deleted a 410`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { client, _ in
            let id = UUID()
            #expect(try await client.put(comment(id), "hello", as: maria).status == 201)
            #expect(try await client.put(comment(id), "hallo", as: maria).status == 409)
            #expect(try await client.put(comment(id), "hello", as: bob).status == 409)
            #expect(try await client.delete(comment(id), as: bob).status == 403)
            #expect(try await client.delete(comment(UUID()), as: maria).status == 404)
            for _ in 0..<2 { #expect(try await client.delete(comment(id), as: maria).status == 204) }
            #expect(try await client.put(comment(id), "hello", as: maria).status == 410)
            let comments = try ImageCommentsPayload.decode(try await client.answer("\(image)/comments", as: maria).body)
            #expect(comments.map(\.message) == ["from the document"])
        }
    }

    @Test func `One needs the scope, the admin deletes others' words, nobody writes on a public server`() async throws {
        let maria = try folder.invite("maria")
        let (reader, admin) = (try folder.invite("bob", may: .read), try folder.invite("zoe", may: .admin))
        let id = UUID()
        try await folder.serve { client, _ in
            let refused = try await client.put(comment(id), "hello", as: reader)
            #expect(refused.status == 403)
            #expect(refused.text.contains("needs the scope comment"))
            #expect(try await client.put("\(image)/reactions/heart", as: reader).status == 403)
            let reading = try await client.answer("\(image)/comments", as: reader)
            #expect((reading.status, reading.fields["accept-comments"]) == (200, nil))
            let open = try await client.answer("\(image)/comments", as: maria)
            #expect(open.fields["accept-comments"] == "application/json")
            #expect(try await client.put(comment(id), "hello", as: maria).status == 201)
            #expect(try await client.delete(comment(id), as: admin).status == 204)
            // The signature of an image's URL permits nothing else.
            let signature = ImageSigner(maria.token).signature(of: UUID(), .medium).query
            #expect(try await client.answer("\(comment(id))?\(signature)", method: "DELETE").status == 401)
        }
        let configuration = try folder.configuration(isPublic: true)
        try await folder.serve(configuration) { client in
            let refused = try await client.put(comment(UUID()), "hello")
            #expect(refused.status == 403)
        }
    }

    @Test func `What can't be a comment is refused, with the limit it exceeds`() async throws {
        try await folder.serve { client, _ in
            for (body, status, limit) in [
                (#"{"message":" "}"#, 422, "422"), (#"{"message":7}"#, 422, "422"), ("{", 422, "422"), ("", 422, "422"),
                (#"{"message":"\#(String(repeating: "a", count: 2_001))"}"#, 422, "2000 characters"),
                (#"{"message":"\#(String(repeating: "a", count: 140_000))"}"#, 413, "131072 bytes"),
            ] {
                let answer = try await client.answer(
                    comment(UUID()), method: "PUT",
                    fields: ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"], body: body)
                #expect(answer.status == status)
                #expect(answer.fields["content-type"] == "application/problem+json")
                #expect(answer.text.contains(limit))
            }
        }
    }

    @Test func `A missing photo or reaction is a 404, another media type a 415, another method a 405`() async throws {
        try await folder.serve { client, _ in
            #expect(try await client.put("/image/\(UUID())/comments/\(UUID())", "hello").status == 404)
            #expect(try await client.put("/image/\(UUID())/reactions/heart").status == 404)
            let unknown = try await client.put("\(image)/reactions/frown")
            #expect(unknown.status == 404)
            #expect(unknown.text.contains("thumbs-up"))
            let form = try await client.answer(
                comment(UUID()), method: "PUT", fields: ["Content-Type: text/plain", "Content-Length: 2"], body: "{}")
            #expect(form.status == 415)
            let get = try await client.answer(comment(UUID()))
            #expect((get.status, get.fields["allow"]) == (405, "PUT, DELETE"))
            #expect(try await client.answer("/feed", method: "DELETE").status == 405)
        }
    }

    @Test func `The server's own pages, and programs, write with a browser's credentials`() async throws {
        try await folder.serve { client, _ async throws in
            for fields in [
                ["Sec-Fetch-Site: same-origin", "Origin: http://localhost"], ["Origin: http://localhost"],
                ["Sec-Fetch-Site: none"], [],
            ] {
                #expect(try await client.put(comment(UUID()), "hello", fields).status == 201, "\(fields)")
            }
        }
    }

    @Test func `At the public name, only pages over its protocol write with a browser's credentials`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve(try folder.configuration(publicURL: "https://photos.example.com")) { client, _ in
            for (origin, status) in [("https://photos.example.com", 201), ("http://photos.example.com", 403)] {
                let fields = [
                    "Authorization: Bearer \(maria.secret)", "Origin: \(origin)", "Content-Type: application/json",
                    "Content-Length: 19",
                ]
                let answer = try await client.answer(
                    comment(UUID()), method: "PUT", fields: fields, host: "photos.example.com",
                    body: #"{"message":"hello"}"#)
                #expect(answer.status == status, "\(origin)")
            }
        }
    }

    @Test func `The eleventh comment in a minute is a 429 naming the limit, a repeated one a 200`() async throws {
        try await folder.serve { client, _ in
            let ids = (0..<10).map { _ in UUID() }
            for id in ids { #expect(try await client.put(comment(id), "hello").status == 201) }
            let refused = try await client.put(comment(UUID()), "hello")
            #expect(refused.status == 429)
            let seconds = try #require(refused.fields["retry-after"])
            #expect(refused.text.hasSuffix(#""limit":"10 comments a minute","retry_after":\#(seconds)}"#))
            #expect(try await client.put(comment(ids[0]), "hello").status == 200)
        }
    }

    @Test func `A reaction is there once, however often it is sent, until its person takes it back`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { client, _ in
            let heart = "\(image)/reactions/heart"
            #expect(try await client.delete(heart, as: maria).status == 204)
            for _ in 0..<2 { #expect(try await client.put(heart, as: maria).status == 200) }
            let both = try await client.put(heart, as: bob)
            #expect(both.text == #"{"items":[{"authors":[{"username":"maria"},{"username":"bob"}],"name":"heart"}]}"#)
            #expect(try await client.answer("\(image)/reactions", as: maria).body == both.body)
            for _ in 0..<2 { #expect(try await client.delete(heart, as: maria).status == 204) }
            #expect(
                try await client.answer("\(image)/reactions", as: maria).text
                    == #"{"items":[{"authors":[{"username":"bob"}],"name":"heart"}]}"#)
        }
    }

    @Test func `A file of comments that can't be opened stops the start, lest hidden photos are shown`() throws {
        let configuration = try folder.configuration()
        try FileManager.default.createDirectory(atPath: folder.friends.path, withIntermediateDirectories: true)
        #expect(throws: FriendsFileError.self) {
            try PhotoSource(configuration, threads: .singleton, logger: Logger(label: "test"))
        }
    }

    @Test func `A body that doesn't arrive in time ends the connection, and nothing is saved`() async throws {
        var configuration = try folder.configuration()
        configuration.limits.requestHead = .milliseconds(300)
        try await folder.connect(configuration) { connection, _ in
            try await connection.send(
                """
                PUT \(comment(UUID())) HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer \(TokenSecret.testOwner.text)\r
                Content-Type: application/json\r
                Content-Length: 20\r
                \r
                {"message":"hello"}
                """)
            #expect(await !connection.readToEnd().contains(" 201 "))
        }
        // Another server, without the short limit: on a busy machine, this client may stall for 300 ms, too.
        try await folder.serve { client, _ in
            let answer = try await client.answer("\(image)/comments")
            #expect(try ImageCommentsPayload.decode(answer.body).count == 1)
        }
    }

    @Test func `Two devices that write at once lose nothing, and what both send is saved once`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { _, server in
            let ids = (0..<8).map { _ in UUID() }
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let statuses = Box<[Int]>([])
                        try await RawClient.with(port: server.port) { device in
                            for id in ids {
                                statuses.append(try await device.put(comment(id), "\(id)", as: maria).status)
                            }
                        }
                        return statuses.value
                    }
                }
                return try await group.reduce([]) { $0 + $1 }
            }
            #expect(statuses.sorted() == Array(repeating: 200, count: 8) + Array(repeating: 201, count: 8))
            // A connection that waited for the devices may have been closed.
            try await RawClient.with(port: server.port) { client in
                let answer = try await client.answer("\(image)/comments", as: maria)
                #expect(Set(try ImageCommentsPayload.decode(answer.body).dropFirst().map(\.id)) == Set(ids))
            }
        }
    }
}

extension RawClient {
    func answer(
        _ path: String, method: String = "GET", as person: Invitation, _ fields: String..., hasBody: Bool = true
    ) async throws -> Answer {
        try await answer(
            path, method: method, fields: ["Authorization: Bearer \(person.secret)"] + fields, hasBody: hasBody)
    }

    func put(
        _ path: String, _ message: String? = nil, _ fields: [String] = [], as person: Invitation? = nil
    ) async throws -> Answer {
        let body = message.map {
            String(decoding: (try? JSONEncoder().encode(["message": $0])) ?? Data(), as: UTF8.self)
        }
        let fields = fields + (person.map { ["Authorization: Bearer \($0.secret)"] } ?? [])
        let described = ["Content-Type: application/json", "Content-Length: \((body ?? "").utf8.count)"]
        return try await answer(path, method: "PUT", fields: fields + described, body: body ?? "")
    }

    func delete(_ path: String, as person: Invitation) async throws -> Answer {
        try await answer(path, method: "DELETE", as: person)
    }
}

import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Polling a real server for changes.
@Suite struct ChangesTests {
    private let folder = PhotoFolder()
    private let image: UUID
    private let maria: Invitation

    private struct Changes: Decodable {
        struct Comment: Decodable, Equatable {
            let id: UUID
            let image: UUID
            let message: String?
            var hidden: Bool?
            let deleted: Bool?
        }

        struct Image: Decodable, Equatable {
            struct Reaction: Decodable, Equatable {
                let name: String
                let authors: [[String: String]]
            }

            let id: UUID
            let hidden: Bool
            let closed: Bool
            let reactions: [Reaction]
        }

        let next: String
        let more: Bool
        let feed: String
        let comments: [Comment]
        let images: [Image]
    }

    init() throws {
        image = try folder.add()
        maria = try folder.invite("maria")
    }

    private func changes(
        since: String? = nil, _ client: RawClient, as person: Invitation? = nil
    ) async throws -> (Changes, tag: String) {
        let answer = try await client.answer("/changes\(since.map { "?since=\($0)" } ?? "")", as: person ?? maria)
        #expect(answer.status == 200)
        return (try JSONDecoder().decode(Changes.self, from: answer.body), answer.fields["etag"] ?? "")
    }

    private func comment(_ id: UUID) -> String { "/image/\(image.uuidString)/comments/\(id.uuidString)" }

    @Test func `Each write appears once after the number before it, and a deletion as one`() async throws {
        try await folder.serve { client, _ in
            let start = try await changes(client).0
            #expect((start.comments, start.images, start.more) == ([], [], false))
            let id = UUID()
            _ = try await client.put(comment(id), "hello", as: maria)
            let written = try await changes(since: start.next, client).0
            #expect(written.comments == [.init(id: id, image: image, message: "hello", deleted: nil)])
            #expect(try await changes(since: written.next, client).0.comments == [])

            _ = try await client.put("/image/\(image)/reactions/heart", as: maria)
            let reacted = try await changes(since: written.next, client).0
            #expect(
                reacted.images == [
                    .init(
                        id: image, hidden: false, closed: false,
                        reactions: [.init(name: "heart", authors: [["username": "maria"]])])
                ])
            _ = try await client.delete(comment(id), as: maria)
            let deleted = try await changes(since: reacted.next, client).0
            #expect(deleted.comments == [.init(id: id, image: image, message: nil, deleted: true)])
            // A new client learns of no deletion.
            #expect(try await changes(client).0.comments == [])
        }
    }

    @Test func `A client that knows everything gets a 304, until someone writes or the feed changes`() async throws {
        try await folder.serve { [folder] client, _ in
            let (start, tag) = try await changes(client)
            func status() async throws -> Int {
                let answer = try await client.answer(
                    "/changes?since=\(start.next)", as: maria, "If-None-Match: \(tag)", hasBody: false)
                return answer.status
            }
            #expect(try await status() == 304)
            try folder.write(Pictures.animation(salt: 2), to: "b.png")
            try await waitUntil { try await changes(client).0.feed != start.feed }
            let (next, newTag) = try await changes(client)
            _ = try await client.put(comment(UUID()), "hello", as: maria)
            let answer = try await client.answer("/changes?since=\(next.next)", as: maria, "If-None-Match: \(newTag)")
            #expect(answer.status == 200)
        }
    }

    @Test func `A number that is another database's or not reached yet is a 410, anything else a 400`() async throws {
        try await folder.serve { client, _ in
            let next = try await changes(client).0.next
            let name = try #require(next.split(separator: ":").first)
            for (since, status) in [
                ("abc:0", 410), ("\(name):99", 410), ("\(next):first", 410), ("\(next):last", 400),
                ("\(name):-1", 400), ("7", 400), ("", 400), ("\(next)&since=\(next)", 400),
            ] {
                #expect(try await client.answer("/changes?since=\(since)", as: maria).status == status, "\(since)")
            }
        }
    }

    /// Expects that everything maria can ask for has the photo, or nothing.
    private func expect(isShown: Bool, by client: RawClient) async throws {
        let status = isShown ? 200 : 404
        let path = "/image/\(image)"
        for size in [ServedSize.small, .medium, .large] {
            let query = size.queryValue.map { "size=\($0)&" } ?? ""
            let signed = "\(path)?\(query)\(ImageSigner(maria.token).signature(of: image, size).query)"
            #expect(try await client.answer(signed).status == status, "\(size)")
        }
        for path in [
            path, path + "?size=480", path + "?size=2048", path + "/comments", path + "/reactions", "/photo/\(image)",
        ] {
            #expect(try await client.answer(path, as: maria).status == status, "\(path)")
        }
        // Even a size that doesn't exist tells nothing.
        for size in isShown ? [] : ["1080", "original"] {
            #expect(try await client.answer("\(path)?size=\(size)", as: maria).status == 404, "\(size)")
        }
        for list in ["/feed", "/feed.atom", "/"] {
            let text = try await client.answer(list, as: maria).text
            #expect(text.contains(image.uuidString) == isShown, "\(list)")
        }
        #expect(try await client.post("/download", "photo=\(image)", as: maria).status == status)
    }

    @Test func `What a command hides or closes is noticed by the server, in feed and changes`() async throws {
        let moderation = StateModeration(of: folder.tokens.folder, now: { Date() })
        let (bob, owner) = (try folder.invite("bob"), try folder.invite("zoe", may: .admin))
        try await folder.serve { client, _ in
            let id = UUID()
            _ = try await client.put(comment(id), "hello", as: maria)
            let start = try await changes(client).0
            func feed() async throws -> String {
                try await client.answer("/feed", as: maria).text
            }

            try moderation.set(isHidden: true, id)
            try await waitUntil { try await changes(client, as: bob).0.comments == [] }
            #expect(try await changes(since: start.next, client, as: bob).0.comments.map(\.deleted) == [true])
            // Their author and admins still see it.
            for person in [maria, owner] {
                let seen = try await changes(since: start.next, client, as: person).0.comments
                #expect(seen == [.init(id: id, image: image, message: "hello", hidden: true, deleted: nil)])
            }
            let tags = [try await changes(client).tag, try await changes(client, as: bob).tag]
            #expect(tags[0] != tags[1])
            try moderation.set(isHidden: false, id)
            try await waitUntil { try await changes(client).0.comments.map(\.id) == [id] }

            try moderation.set(areClosed: true, on: image)
            try await waitUntil { try await changes(client).0.images.first?.closed == true }
            #expect(try await client.put(comment(UUID()), "late", as: maria).status == 403)
            #expect(try await client.put("/image/\(image)/reactions/heart", as: maria).status == 403)
            #expect(try await client.delete(comment(id), as: maria).status == 204)

            try await expect(isShown: true, by: client)
            try moderation.set(isHidden: true, image)
            try await waitUntil { try await !feed().contains(image.uuidString) }
            try await expect(isShown: false, by: client)
            try moderation.set(isHidden: false, image)
            try await waitUntil { try await feed().contains(image.uuidString) }
            try await expect(isShown: true, by: client)
            #expect(throws: ModerationError.self) { try moderation.set(isHidden: true, UUID()) }
            #expect(
                try moderation.log().map(\.action) == [
                    "hide comment", "show comment", "close comments", "hide photo", "show photo",
                ])
        }
    }
}

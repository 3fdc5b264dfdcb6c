import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// People's notices of each other's comments, reactions and photos, from a real server's pages.
@Suite struct ActivityTests {
    private let folder = PhotoFolder()
    private let inFolder: UUID
    private let owner: Invitation
    private let maria: Invitation
    private let bob: Invitation
    private let zoe: Invitation
    private let posted = UUID()

    init() throws {
        inFolder = try folder.add()
        owner = try folder.invite("olga", may: .admin)
        maria = try folder.invite("maria", may: .post)
        bob = try folder.invite("bob")
        zoe = try folder.invite("zoe")
    }

    private func serve(_ body: @escaping @Sendable (RawClient) async throws -> Void) async throws {
        try await folder.serve(try folder.drawingConfiguration()) { client in
            #expect(try await client.post(TestPicture.data("large-progressive.jpg"), posted, as: maria).status == 201)
            try await body(client)
        }
    }

    private func write(
        _ message: String, on photo: UUID, as person: Invitation, id: UUID = UUID(), _ client: RawClient
    ) async throws {
        let path = "/image/\(photo.uuidString)/comments/\(id.uuidString)"
        #expect(try await client.put(path, message, as: person).status == 201)
    }

    /// Returns who did what, newest first.
    private func events(of person: Invitation, _ client: RawClient) async throws -> [String] {
        let page = try await client.page("/activity", as: person)
        return page.matches(of: /<bdi>([^<]+)<\/bdi><\/span><span>([^<]+)<\/span>.*?<p class="last"[^>]*>([^<]+)</).map
        {
            "\($0.1) \($0.2): \($0.3)"
        }
    }

    private func last(of person: Invitation, _ client: RawClient) async throws -> Int? {
        try await client.page("/", as: person).firstMatch(of: /data-last="(\d+)"/).flatMap { Int($0.1) }
    }

    @Test func `Comments on one's photo or after one's own, and reactions to one's photo, are activity`() async throws {
        try await serve { client in
            // A person's own photos are no news.
            #expect(try await client.page("/activity", as: maria).contains("Nothing has happened yet."))
            try await write("first", on: posted, as: bob, client)
            #expect(try await client.put("/image/\(posted.uuidString)/reactions/heart", as: bob).status == 200)
            try await write("second", on: posted, as: zoe, client)
            try await write("thanks", on: posted, as: maria, client)
            #expect(
                try await events(of: maria, client) == [
                    "zoe commented on your photo: second", "bob reacted to your photo: ❤️",
                    "bob commented on your photo: first",
                ])
            #expect(
                try await events(of: bob, client) == [
                    "maria commented after you: thanks", "zoe commented after you: second",
                ])
            #expect(try await events(of: zoe, client) == ["maria commented after you: thanks"])
            #expect(try await events(of: owner, client) == [])
            try await write("hello", on: inFolder, as: bob, client)
            #expect(try await events(of: owner, client) == ["bob commented on your photo: hello"])
        }
    }

    @Test func `The owner reads whose a photo of the folder is that the document gives to another`() async throws {
        let own = try folder.add(Pictures.animation(salt: 2), as: "b.png")
        try folder.write(
            #"{"photos": [{"file": "a.png", "author": "Tomás"}, {"file": "b.png", "author": "olga"}]}"#,
            to: "feed.yaml")
        try await serve { client in
            try await write("hello", on: inFolder, as: bob, client)
            #expect(try await client.put("/image/\(inFolder.uuidString)/reactions/heart", as: bob).status == 200)
            try await write("yours", on: own, as: bob, client)
            #expect(
                try await events(of: owner, client) == [
                    "bob commented on your photo: yours", "bob reacted to a photo by Tomás: ❤️",
                    "bob commented on a photo by Tomás: hello",
                ])
        }
    }

    @Test func `A reply to one's comment is told as one, on one's own photo, too`() async throws {
        try await serve { client in
            func reply(_ message: String, to comment: UUID, as person: Invitation) async throws -> UUID {
                let id = UUID()
                let fields = "do=post&comment=\(id)&reply=\(comment)&message=\(message)"
                #expect(try await client.post("/photo/\(posted.uuidString)", fields, as: person).status == 303)
                return id
            }
            let first = UUID()
            try await write("first", on: posted, as: bob, id: first, client)
            let thanks = try await reply("thanks", to: first, as: maria)
            _ = try await reply("welcome", to: thanks, as: zoe)
            #expect(
                try await events(of: maria, client) == [
                    "zoe replied to you: welcome", "bob commented on your photo: first",
                ])
            #expect(
                try await events(of: bob, client) == [
                    "zoe commented after you: welcome", "maria replied to you: thanks",
                ])
        }
    }

    @Test func `The feed has the number of the last event, which rises with each one`() async throws {
        try await serve { client in
            #expect(try await last(of: maria, client) == 0)
            try await write("first", on: posted, as: bob, client)
            let first = try #require(try await last(of: maria, client))
            #expect(first > 0)
            // A person's own actions are no news.
            try await write("thanks", on: posted, as: maria, client)
            #expect(try await last(of: maria, client) == first)
            #expect(try await client.put("/image/\(posted.uuidString)/reactions/heart", as: zoe).status == 200)
            #expect(try #require(try await last(of: maria, client)) > first)
        }
    }

    @Test func `Photos that others post are activity, those of one act together, and hidden ones never`() async throws {
        try await serve { client in
            func posts(_ person: Invitation) async throws -> [String] {
                try await client.page("/activity", as: person).matches(of: /<span>(posted [^<]+)<\/span>/)
                    .map { String($0.1) }
            }
            let before = try #require(try await last(of: bob, client))
            #expect(before > 0)
            let (act, ids, photo) = (UUID(), (0..<3).map { _ in UUID() }, try TestPicture.data("plain.jpg"))
            let fields = [
                "Authorization: Bearer \(maria.secret)", "Content-Type: image/jpeg", "Content-Length: \(photo.count)",
            ]
            for id in ids {
                let path = "/photos/\(id.uuidString)?group=\(act.uuidString)"
                #expect(try await client.answer(path, method: "PUT", fields: fields, bytes: photo).status == 201)
            }
            #expect(try await posts(bob) == ["posted 3 photos", "posted 1 photo"])
            #expect(try await posts(owner) == ["posted 3 photos", "posted 1 photo"])
            #expect(try await posts(maria) == [])
            #expect(try #require(try await last(of: bob, client)) > before)
            #expect(try await last(of: maria, client) == 0)
            for id in [ids[2], posted] {
                #expect(try await client.post("/photo/\(id.uuidString)", "do=hide-photo", as: owner).status == 303)
            }
            #expect(try await posts(bob) == ["posted 2 photos"])
            #expect(try await client.page("/activity", as: bob).contains("href=\"/photo/\(ids[1].uuidString)\""))
        }
    }

    @Test func `What was hidden or deleted is no activity`() async throws {
        try await serve { client in
            let (hidden, deleted) = (UUID(), UUID())
            try await write("hidden", on: inFolder, as: bob, id: hidden, client)
            try await write("deleted", on: inFolder, as: bob, id: deleted, client)
            try await write("here", on: inFolder, as: bob, client)
            let hide = try await client.post(
                "/photo/\(inFolder.uuidString)", "do=hide&comment=\(hidden.uuidString)", as: owner)
            #expect(hide.status == 303)
            #expect(
                try await client.delete("/image/\(inFolder.uuidString)/comments/\(deleted.uuidString)", as: bob).status
                    == 204)
            #expect(try await events(of: owner, client) == ["bob commented on your photo: here"])
            #expect(try await client.post("/photo/\(inFolder.uuidString)", "do=hide-photo", as: owner).status == 303)
            #expect(try await events(of: owner, client) == [])
        }
    }

    @Test func `A card shows the last two comments that everyone sees, also those in the document`() async throws {
        try folder.write(
            #"""
            {"photos": [{"file": "a.png", "comments": [
                {"message": "of the document", "created_at": "2020-05-20T11:37:45Z", "author": {"username": "eve"}}]}]}
            """#, to: "feed.yaml")
        try await serve { client in
            func last() async throws -> [String] {
                try await client.page("/", as: zoe)
                    .matches(of: /<a class="last"[^>]*><b><bdi>([^<]+)<\/bdi><\/b> <span[^>]*>([^<]+)</)
                    .map { "\($0.1): \($0.2)" }
            }
            #expect(try await last() == ["eve: of the document"])
            let hidden = UUID()
            try await write("one", on: inFolder, as: bob, client)
            #expect(try await last() == ["eve: of the document", "bob: one"])
            try await write("two", on: inFolder, as: zoe, id: hidden, client)
            try await write("three", on: inFolder, as: bob, client)
            #expect(try await last() == ["zoe: two", "bob: three"])
            _ = try await client.post(
                "/photo/\(inFolder.uuidString)", "do=hide&comment=\(hidden.uuidString)", as: owner)
            #expect(try await last() == ["bob: one", "bob: three"])
        }
    }
}

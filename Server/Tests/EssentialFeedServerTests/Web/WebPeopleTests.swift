import EssentialFeed
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import EssentialFeedServer

/// The page on which the owner invites and removes people.
@Suite struct WebPeopleTests {
    private let folder: PhotoFolder

    init() throws {
        folder = try PhotoFolder()
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
    }

    private func serve(_ body: @escaping @Sendable (RawClient) async throws -> Void) async throws {
        try await RunningServer.with(try folder.configuration()) { server in
            try await RawClient.with(port: server.port, body)
        }
    }

    @Test func `Web: the owner invites the first friend, and stays signed in`() async throws {
        try await serve { [folder] client in
            let before = try await client.page("/people")
            #expect(before.contains("You haven’t invited anyone yet."))
            let answer = try await client.post("/people", "do=invite&name=maria&may=comment")
            #expect(answer.status == 200)
            #expect(answer.fields["cache-control"] == "no-store")
            let page = String(decoding: answer.body, as: UTF8.self)
            let link = try #require(page.firstMatch(of: #/value="[^"]+\/join#maria:([A-Za-z0-9_\-]+)"/#))
            #expect(page.contains(#"<path d="M"#))
            let cookie = try #require(answer.fields["set-cookie"]?.split(separator: ";").first)
            #expect(try folder.tokens.tokens().map(\.name) == ["owner", "maria"])
            // From now on, the server answers the owner's browser and the friend only.
            #expect(try await client.answer("/people").status == 401)
            let owner = try await client.page("/people", fields: ["Cookie: \(cookie)"])
            #expect(owner.contains("maria"))
            #expect(!owner.contains(String(link.1)))
            let friend = "Authorization: Bearer \(link.1)"
            #expect(try await client.answer("/feed", fields: [friend]).status == 200)
            #expect(try await client.answer("/people", fields: [friend]).status == 403)
            let cookieField = ["Cookie: \(cookie)"]
            #expect(try await client.post("/people", "do=revoke&name=owner", fields: cookieField).status == 400)
            #expect(try await client.post("/people", "do=invite&name=bob&may=all", fields: cookieField).status == 400)
            let refused = try await client.post("/people", "do=invite&name=bob&may=admin", fields: [friend])
            #expect(refused.status == 403)
        }
    }

    @Test func `Web: a first friend can't have the owner's name, and a refusal leaves the server open`() async throws {
        try await serve { [folder] client in
            for name in ["owner", "Owner"] {
                let answer = try await client.post("/people", "do=invite&name=\(name)&may=read")
                #expect(String(decoding: answer.body, as: UTF8.self).contains("owner is already invited"))
                #expect(try await client.answer("/feed").status == 200)
            }
            #expect(try folder.tokens.tokens().isEmpty)
        }
    }

    @Test func `Web: a refused first invitation signs no one in`() throws {
        let signedIn = EventLog<String>()
        let invite = InvitePerson(
            tokens: folder.tokens,
            signIn: { id in
                signedIn.append(id)
                return ""
            }, now: { Date() })
        for name in ["owner", "Owner"] {
            #expect(throws: AccessError.self) { try invite(name, may: .read, by: .owner) }
        }
        #expect(signedIn.events.isEmpty)
        _ = try invite("maria", may: .read, by: .owner)
        #expect(signedIn.events.count == 1)
    }

    @Test func `Web: the owner shows a photo again that was hidden`() async throws {
        try await serve { client in
            let feed = try await client.page("/")
            let photo = try #require(feed.firstMatch(of: #/href="(\/photo\/[^"#?]+)/#))
            let path = String(photo.1)
            #expect(try await client.post(path, "do=hide-photo").status == 303)
            #expect(try await client.answer(path, fields: ["Accept: text/html"]).status == 404)
            let people = try await client.page("/people")
            #expect(people.contains("Hidden Photos"))
            let form = try #require(people.firstMatch(of: #/action="([^"]+)"><span>Hidden from friends/#))
            let shown = try await client.post(String(form.1), "do=show-photo")
            #expect(shown.status == 303)
            _ = try await client.page(path)
            #expect(try await !client.page("/people").contains("Hidden Photos"))
        }
    }

    @Test(
        "Web: a name that can't be invited is refused in plain words",
        arguments: [
            ("maria", "maria is already invited. Choose another name."), ("a%2Bb", "Letters, digits"),
            ("", "Letters, digits"), ("+", "Letters, digits"),
            ("%3Cb%3E", "Letters, digits"), ("..", "Letters, digits"),
            ("Maria", "maria is already invited, and Maria is too similar to maria"),
        ])
    func refusedNames(name: String, text: String) async throws {
        _ = try folder.invite("maria")
        let admin = try folder.invite("zoe", may: .admin)
        try await serve { client in
            let answer = try await client.post(
                "/people", "do=invite&name=\(name)&may=read", as: admin)
            let page = String(decoding: answer.body, as: UTF8.self)
            #expect(page.firstMatch(of: #/<p class="error" role="alert">(.+?)<\/p>/#)?.1.contains(text) == true)
            #expect(!page.contains("<b>"))
        }
    }

    @Test func `Web: the owner signs one device out, and removes a person with what they wrote`() async throws {
        let (maria, admin) = (try folder.invite("maria"), try folder.invite("zoe", may: .admin))
        try await serve { [folder] client in
            var cookies: [String] = []
            for _ in 0..<2 {
                let joined = try await client.post("/join", "link=\(maria.secret)")
                cookies.append(String(try #require(joined.fields["set-cookie"]?.split(separator: ";").first)))
            }
            let page = try await client.page("/people", as: admin)
            let devices = page.matches(of: #/name="device" value="(.+?)"/#).map { String($0.1) }
            #expect(devices.count == 2)
            let device = devices[0].replacing("+", with: "%2B").replacing("=", with: "%3D")
            #expect(try await client.post("/people", "do=sign-out&device=\(device)", as: admin).status == 303)
            #expect(try await client.answer("/", fields: ["Cookie: \(cookies[0])"]).status == 401)
            #expect(try await client.answer("/", fields: ["Cookie: \(cookies[1])"]).status == 200)

            let feed = try await client.page("/", as: admin)
            let photo = String(try #require(feed.firstMatch(of: #/<a class="picture" href="(.+?)">/#)).1)
            let comment = "do=post&comment=\(UUID())&message=hello"
            #expect(try await client.post(photo, comment, as: maria).status == 303)
            #expect(try await client.page(photo, as: admin).contains("hello"))
            #expect(try await client.post("/people", "do=remove&name=maria", as: admin).status == 303)
            #expect(try folder.tokens.tokens().map(\.name) == ["zoe"])
            #expect(try await client.answer("/feed", fields: ["Authorization: Bearer \(maria.secret)"]).status == 401)
            #expect(try await client.answer("/", fields: ["Cookie: \(cookies[1])"]).status == 401)
            #expect(try await client.page(photo, as: admin).contains("hello") == false)
            #expect(try await client.page("/people", as: admin).contains("name=\"device\"") == false)
        }
    }

    @Test func `Web: the cookie of a person whose invitation was revoked isn't renewed`() async throws {
        let maria = try folder.invite("maria")
        _ = try folder.invite("zoe", may: .admin)
        try await RunningServer.with(try folder.configuration()) { [folder] server in
            // The server resets the connections of revoked people, so each request has its own.
            func answer(
                _ ask: @escaping @Sendable (RawClient) async throws -> RawClient.Answer
            ) async throws -> RawClient.Answer {
                try await RawClient.with(port: server.port, ask)
            }
            let joined = try await answer { try await $0.post("/join", "link=\(maria.secret)") }
            let cookie = String(try #require(joined.fields["set-cookie"]?.split(separator: ";").first))
            let admitted = try await answer { try await $0.answer("/", fields: ["Cookie: \(cookie)"]) }
            #expect(admitted.fields["set-cookie"] != nil)
            try folder.tokens.revoke("maria")
            var last = admitted
            while last.status == 200 {
                do {
                    last = try await answer { try await $0.answer("/", fields: ["Cookie: \(cookie)"]) }
                } catch let error as IOError where error.errnoCode == ECONNRESET {
                    // The server was answering the request when it learned of the revocation.
                }
            }
            #expect((last.status, last.fields["set-cookie"]) == (401, nil))
        }
    }
}

import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Browsers that sign in and out, as a server answers them.
@Suite struct WebSessionsTests {
    private let folder = PhotoFolder()

    init() throws {
        try folder.write(Pictures.animation(salt: 1), to: "a.png")
    }

    private func friends() throws -> FriendsDatabase { try folder.friends.open() }

    @Test func `Web: a link for another person asks first, and changes nothing until the answer`() async throws {
        let (maria, bob) = (try folder.invite("maria"), try folder.invite("bob"))
        try await folder.serve { client in
            let first = try await client.signIn(maria)
            for wrong in ["", "&continue=", "&continue=yes"] {
                let asked = try await client.post("/join", "link=\(bob.secret)&to=/" + wrong, fields: [first])
                #expect((asked.status, asked.cookies) == (200, []))
                #expect(asked.fields["cache-control"] == "no-store")
                #expect(asked.text.contains("Continue as bob?"))
                #expect(asked.text.contains(#"href="/">Stay Signed In as maria</a>"#))
            }
            #expect(try await client.page("/", fields: [first]).contains("Signed in as maria."))
            #expect(try friends().read { try $0.sessions() }.count == 1)

            let question = try await client.post("/join", "link=\(bob.secret)", fields: [first]).text
            let answer = try #require(question.firstMatch(of: #/name="continue" value="(.+?)"/#)).1
            let form = "link=\(bob.secret)&continue=\(answer)"
            let foreign = try await client.post("/join", form, fields: [first, "Origin: https://evil.example"])
            #expect(foreign.status == 403)
            let joined = try await client.post("/join", form, fields: [first])
            #expect((joined.status, joined.fields["location"]) == (303, "/"))
            // The browser's saved data is maria's.
            #expect(joined.fields["clear-site-data"] == #""cache""#)
            #expect(try await client.page("/", fields: [#require(joined.cookieField)]).contains("Signed in as bob."))
            #expect(try await client.answer("/", fields: [first]).status == 401)
            #expect(try friends().read { try $0.sessions() }.map(\.tokenID) == [bob.token.id])
        }
    }

    @Test func `Web: previews use no invitation up, and forms of other servers' pages sign no one in`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve(owner: nil) { client in
            let robot = "User-Agent: TelegramBot (like TwitterBot)"
            let preview = try await client.answer("/join", fields: [robot, "Accept: text/html"])
            #expect((preview.status, preview.cookies) == (200, []))
            let form = "link=\(maria.secret)"
            for field in [
                "Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
            ] {
                let answer = try await client.post("/join", form, fields: [field])
                #expect((answer.status, answer.cookies) == (403, []), "\(field)")
            }
            let own = try await client.post("/join", form, fields: ["Origin: http://localhost"])
            #expect(own.status == 303)
            let cookie = own.cookies.first { $0.hasPrefix("essential-feed-") }
            #expect(cookie?.contains("; HttpOnly; SameSite=Lax") == true)
            let elsewhere = try await client.post("/join", form + "&to=//evil.example")
            #expect(elsewhere.fields["location"] == "/")
        }
    }

    @Test func `Web: whoever opens their link again stays signed in with the same session`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let first = try await client.signIn(maria)
            let again = try await client.post("/join", "link=\(maria.secret)", fields: [first])
            #expect(again.status == 303)
            #expect(again.cookieField == first)
            #expect(try friends().read { try $0.sessions() }.count == 1)
        }
    }

    @Test func `Web: of forty sign-ins at once, ten succeed, and a person has at most fifty sessions`() async throws {
        let maria = try folder.invite("maria")
        let old = Date() - 3_600
        let first = Data(repeating: 0, count: 32)
        try friends().write { transaction in
            for number in 0..<45 {
                try transaction.start(
                    BrowserSession(
                        digest: Data([UInt8(number)]) + first.dropFirst(), tokenID: maria.token.id, device: "a phone",
                        createdAt: old + Double(number)))
            }
        }
        try await RunningServer.with(try folder.configuration()) { server in
            let answers = try await withThrowingTaskGroup(of: RawClient.Answer.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await RawClient.with(port: server.port) {
                            try await $0.post("/join", "link=\(maria.secret)")
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 303 }.count == 10)
            let refused = answers.filter { $0.status == 429 }
            #expect(refused.count == 30)
            for answer in refused {
                let seconds = try #require(answer.fields["retry-after"])
                #expect(answer.text.contains("Wait \(seconds) second"))
            }
        }
        let kept = try friends().read { try $0.sessions() }
        #expect(kept.count == BrowserSession.maximumCount)
        // The oldest ones have ended.
        #expect(kept.first?.digest.first == 5)
    }

    @Test func `Web: strangers who sign out are limited, and end no one's session`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let first = try await client.signIn(maria)
            var statuses: Set<Int> = []
            for _ in 0..<200 { statuses.insert(try await client.post("/sign-out", "").status) }
            #expect(statuses == [303, 429])
            #expect(try await client.answer("/", fields: [first]).status == 200)
            #expect(try await client.post("/sign-out", "", fields: [first]).status == 303)
            #expect(try friends().read { try $0.sessions() }.isEmpty)
        }
    }

    @Test func `Web: the cookies of other servers on the same host stay, and don't count`() async throws {
        let maria = try folder.invite("maria")
        try await folder.serve { client in
            let first = try await client.signIn(maria)
            #expect(first.wholeMatch(of: #/Cookie: essential-feed-\d+=.*/#) != nil)
            let other = try await client.answer("/", fields: ["Cookie: essential-feed=other", "Accept: text/html"])
            #expect((other.status, other.cookies) == (401, []))
            let both = try await client.answer("/", fields: [first + "; essential-feed=other; essential-feed-1=x"])
            #expect(both.status == 200)
            #expect(both.cookies.count == 1)
        }
    }
}

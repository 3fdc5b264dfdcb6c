import Foundation
import GRDB
import Logging
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Browsers of people who want to be notified, a real server, and a push service on this machine.
@Suite(.detectsHangs) struct ReceivedMessagesTests {
    private let folder = PhotoFolder()
    private let photo: UUID
    private let people: [String: Invitation]
    private let browser = PushBrowser()

    init() throws {
        photo = try folder.add()
        people = [
            "olga": try folder.invite("olga", may: .admin), "bob": try folder.invite("bob"),
            "zoe": try folder.invite("zoe"),
        ]
    }

    /// - Parameter pushesPrivately: Whether the push service may be on this machine.
    private func serve(
        publicURL: String? = nil, pushesPrivately: Bool = true,
        _ body: @escaping @Sendable (RawClient, PushService) async throws -> Void
    ) async throws {
        try await PushService.with { [folder] service in
            var configuration = try folder.configuration(publicURL: publicURL)
            configuration.pushClient = service.client
            configuration.pushesPrivately = pushesPrivately
            try await folder.serve(configuration) { client in try await body(client, service) }
        }
    }

    private func invitation(_ name: String) throws -> Invitation { try #require(people[name]) }

    /// Signs a browser in, and lets it receive messages.
    private func subscribe(_ name: String, at endpoint: String, _ client: RawClient) async throws -> String {
        let cookie = try await client.signIn(invitation(name))
        #expect(try await client.post("/activity", browser.form(endpoint), fields: [cookie]).status == 204)
        return cookie
    }

    private func comment(_ name: String, _ client: RawClient) async throws {
        let path = "/image/\(photo.uuidString)/comments/\(UUID().uuidString)"
        #expect(try await client.put(path, "hello", as: invitation(name)).status == 201)
    }

    private func endpoints() throws -> [String] {
        try folder.friends.open().read { try $0.subscriptions(at: Date()).map(\.subscription.endpoint.path) }.sorted()
    }

    @Test func `People hear of comments on their photos or after theirs and of reactions, once`() async throws {
        try await serve { client, service in
            for name in ["olga", "bob", "zoe"] {
                _ = try await subscribe(name, at: service.endpoint("/\(name)"), client)
            }
            let heart = "/image/\(photo.uuidString)/reactions/heart"
            func messages(_ count: Int) async throws -> [String] {
                let all = try await service.server.requests.wait(for: count)
                return try all.suffix(from: count - 1).map {
                    "\($0.path) \(try browser.read($0.body).prefix { $0 != "," })"
                }
            }
            try await comment("bob", client)
            #expect(try await messages(1) == [#"/olga {"kind":"comment""#])
            #expect(try await client.put(heart, as: invitation("zoe")).status == 200)
            #expect(try await messages(2) == [#"/olga {"kind":"reaction""#])
            // Nothing is new.
            #expect(try await client.put(heart, as: invitation("zoe")).status == 200)
            #expect(try await client.delete(heart, as: invitation("zoe")).status == 204)
            try await comment("olga", client)
            #expect(try await messages(3) == [#"/bob {"kind":"answer""#])
            // The numbers are those of the page.
            let page = try await client.page("/activity", as: invitation("bob"))
            let number = try #require(page.firstMatch(of: #/data-number="(\d+)"/#)).1
            let last = try #require(service.server.requests.events.last)
            #expect(try browser.read(last.body) == #"{"kind":"answer","number":\#(number)}"#)
        }
    }

    @Test(arguments: [("eve", ["folderComment", "folderReaction"]), ("olga", ["comment", "reaction"])])
    func `Messages call a photo the owner's unless it is another's`(author: String, kinds: [String]) async throws {
        try folder.write(#"{"photos": [{"file": "a.png", "author": "\#(author)"}]}"#, to: "feed.yaml")
        try await serve { client, service in
            _ = try await subscribe("olga", at: service.endpoint("/olga"), client)
            try await comment("bob", client)
            try await service.server.requests.wait(for: 1)
            let heart = "/image/\(photo.uuidString)/reactions/heart"
            #expect(try await client.put(heart, as: invitation("zoe")).status == 200)
            let messages = try await service.server.requests.wait(for: 2)
            let read = try messages.map { String(try browser.read($0.body).prefix { $0 != "," }) }
            #expect(read == kinds.map { #"{"kind":"\#($0)""# })
        }
    }

    @Test func `Signing out, opting out and removal end a subscription, and nobody ends another's`() async throws {
        try await serve { client, service in
            var cookies: [String] = []
            for name in ["olga", "bob", "zoe"] {
                cookies.append(try await subscribe(name, at: service.endpoint("/\(name)"), client))
            }
            // Even one who knows the endpoint.
            let other = try await client.signIn(invitation("bob"))
            #expect(
                try await client.post("/activity", browser.form(service.endpoint("/olga")), fields: [other]).status
                    == 204)
            #expect(try await client.post("/activity", "do=stop", fields: [other]).status == 204)
            #expect(try endpoints() == ["/bob", "/olga", "/zoe"])
            for field in ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"] {
                #expect(try await client.post("/activity", "do=stop", fields: [cookies[0], field]).status == 403)
            }
            #expect(try await client.post("/sign-out", "", fields: [cookies[1]]).status == 303)
            #expect(try endpoints() == ["/olga", "/zoe"])
            let removal = try await client.post("/people", "do=revoke&name=zoe", as: invitation("olga"))
            #expect(removal.status == 303)
            #expect(try endpoints() == ["/olga"])
            for _ in 0..<2 {
                #expect(try await client.post("/activity", "do=stop", fields: [cookies[0]]).status == 204)
            }
            #expect(try endpoints() == [])
        }
    }

    @Test func `Who was removed on the command line gets no more messages`() async throws {
        try await serve { [folder] client, service in
            for name in ["olga", "zoe"] { _ = try await subscribe(name, at: service.endpoint("/\(name)"), client) }
            try await comment("zoe", client)
            try await service.server.requests.wait(for: 1)
            // A connection is cut if its last request was zoe's.
            #expect(try await client.answer("/feed", as: invitation("olga")).status == 200)
            try folder.tokens.revoke("zoe")
            for count in 2...3 {
                try await comment("bob", client)
                try await service.server.requests.wait(for: count)
            }
            #expect(service.server.requests.events.map(\.path) == ["/olga", "/olga", "/olga"])
        }
    }

    @Test func `A subscription that the push service has forgotten is deleted`() async throws {
        try await serve { client, service in
            service.server.answerEverything(with: .response(status: 410))
            _ = try await subscribe("olga", at: service.endpoint("/olga"), client)
            try await comment("bob", client)
            try await waitUntil { try endpoints() == [] }
        }
    }

    @Test func `A push service that never answers holds up no comment and no end of the server`() async throws {
        try await serve { client, service in
            service.server.answerEverything(with: .hang)
            _ = try await subscribe("olga", at: service.endpoint("/olga"), client)
            for _ in 0..<3 { try await comment("bob", client) }
            try await service.server.requests.wait(for: 1)
        }
    }

    @Test func `What couldn't be read at first is told together with what happens afterwards`() async throws {
        try await PushService.with { [folder] service in
            var configuration = try folder.configuration()
            configuration.pushClient = service.client
            configuration.pushesPrivately = true
            try await folder.serve(configuration) { client, server in
                _ = try await subscribe("olga", at: service.endpoint("/olga"), client)
                var waiting = Configuration()
                waiting.busyMode = .timeout(300)
                let database = try DatabaseQueue(path: folder.friends.path, configuration: waiting)
                try await database.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE push RENAME TO absent") }
                try await comment("bob", client)
                try await waitUntil { try await server.log.next(.warning).hasPrefix("can’t find out whom to notify: ") }
                try await database.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE absent RENAME TO push") }
                // It isn't for her browser.
                try await comment("olga", client)
                let request = try #require(try await service.server.requests.wait(for: 1).first)
                #expect(try browser.read(request.body).hasPrefix(#"{"kind":"comment""#))
            }
        }
    }

    @Test(
        "A push service knows the server by its public address, or else by a placeholder",
        arguments: [
            ("https://photos.example.com/feed", "https://photos.example.com/feed"),
            ("http://photos.example.com", nil), ("https://nas.lan", nil), ("https://192.168.1.2", nil), (nil, nil),
        ] as [(String?, String?)])
    func contact(publicURL: String?, contact: String?) throws {
        let address = try folder.configuration(publicURL: publicURL).publicAddress
        #expect(PushMessages.contact(of: address) == contact ?? "mailto:essential-feed@example.com")
    }

    @Test func `What isn't a subscription at a public push service is refused`() async throws {
        try await serve(publicURL: "https://photos.example.com", pushesPrivately: false) { client, _ in
            let cookie = try await client.signIn(invitation("bob"))
            for endpoint in [
                "http://push.example.net/a", "https://127.0.0.1/a", "https://2130706433/a", "https://192.168.1.1/a",
                "https://[::1]/a", "https://localhost/a", "https://router.local/a", "https://photos.example.com/a",
                "https://bob:secret@push.example.net/a", "https://push.example.net:8443/a",
                "https://push.example.net:99999/a", "ftp://push.example.net/a", "",
                // The server itself, with the dot of a whole name.
                "https://photos.example.com./a",
                "https://push.example.net/" + String(repeating: "a", count: 2_048),
            ] {
                let status = try await client.post("/activity", browser.form(endpoint), fields: [cookie]).status
                #expect(status == 422, "\(endpoint)")
            }
            #expect(try endpoints() == [])
        }
    }

    @Test func `A wrong key, a wrong secret and a program without a session are refused`() async throws {
        try await serve(pushesPrivately: false) { client, _ in
            let cookie = try await client.signIn(invitation("bob"))
            let good = browser.form("https://push.example.net/a")
            let point = String(repeating: "A", count: 87)
            for bad in [
                good.replacing(browser.keyText, with: point), good.replacing(browser.keyText, with: "BA"),
                good.replacing(browser.secretText, with: "AAAA"), good.replacing(browser.secretText, with: ""),
            ] {
                #expect(try await client.post("/activity", bad, fields: [cookie]).status == 422)
            }
            #expect(try await client.post("/activity", "do=else", fields: [cookie]).status == 400)
            #expect(try await client.post("/activity", good, as: invitation("bob")).status == 422)
            #expect(try await client.post("/activity?person=someone", good, fields: [cookie]).status == 412)
            #expect(try endpoints() == [])
            #expect(try await client.post("/activity", good, fields: [cookie]).status == 204)
        }
    }

    @Test func `The page of the activity has the button for browsers alone, and knows whether it is on`() async throws {
        try await serve { client, service in
            #expect(try await !client.page("/activity", as: invitation("bob")).contains("push.js"))
            let cookie = try await client.signIn(invitation("bob"))
            #expect(try await client.page("/activity", fields: [cookie]).contains(#" data-start="Notify Me"#))
            #expect(try await !client.page("/activity", fields: [cookie]).contains(" data-on "))
            _ = try await client.post("/activity", browser.form(service.endpoint("/bob")), fields: [cookie])
            #expect(try await client.page("/activity", fields: [cookie]).contains(" data-on "))
            #expect(try await client.page("/", fields: [cookie]).contains("push.js") == false)
        }
        try await folder.serve { client in
            let cookie = try await client.signIn(invitation("bob"))
            #expect(try await !client.page("/activity", fields: [cookie]).contains("push.js"))
            #expect(try await client.post("/activity", "do=stop", fields: [cookie]).status == 503)
        }
    }

    @Test func `A person has at most twenty subscriptions, the newest ones`() throws {
        let friends = try folder.friends.open()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        try friends.write { transaction in
            for number in 0..<25 {
                let digest = Data(repeating: UInt8(number), count: 32)
                let tokenID = number == 0 ? "other" : "one"
                let subscription = try browser.subscription(#require(URL(string: "https://push.example.net/\(number)")))
                try transaction.start(
                    BrowserSession(digest: digest, tokenID: tokenID, device: "a phone", createdAt: start))
                try transaction.subscribe(subscription, session: digest, at: start + Double(number))
            }
        }
        let kept = try friends.read { try $0.subscriptions(at: start).map(\.subscription.endpoint.path) }
        #expect(kept == (["/0"] + (5..<25).map { "/\($0)" }))
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct FeedCommandTests {
    private let home = Home()

    @Test func `Program: feed prints a table of the photos, and --json the items as on the wire`() async throws {
        let home = Home(environment: ["COLUMNS": "60", "TZ": "UTC"])
        let server = try await home.serve(PhotoFolder())
        let result = try await home.run("feed", at: server.address)

        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.text == """
                #  Date              Location    Description
                1  2026-05-09 06:13  location 0  description 0
                2  2026-05-09 06:12  location 1
                3  2026-05-09 06:11              description 2
                4  2026-05-09 06:10

                """)
        let long = try await home.run("feed", "--urls", at: server.address)
        #expect(long.text.matches(of: /\n   [0-9A-F-]{36}\n   http:\/\/\S+\n/).count == 4, "\(long.text)")

        let json = try await Home().run("feed", "--json", at: server.address)
        let feed = try PrintedFeed(json)
        #expect(feed.source == "remote")
        #expect(feed.saved_at.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(feed.has_more)
        #expect(feed.items.map(\.description) == ["description 0", nil, "description 2", nil])
        #expect(feed.items.map(\.location) == ["location 0", "location 1", nil, nil])
        #expect(feed.items.allSatisfy { $0.image == "\(server.address)/image/\($0.id.uuidString)" })
        let keys = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any]).keys
        #expect(keys.sorted() == ["has_more", "items", "saved_at", "source"])
        await server.stop()
    }

    @Test func `Program: feed prints as many pages as it is to, also from the cache, with their age`() async throws {
        let server = try await home.serve(PhotoFolder(count: 25))
        let two = try PrintedFeed(try await home.run("feed", "--json", "--pages", "2", at: server.address))
        #expect(two.items.count == 20 && two.has_more)
        let online = try PrintedFeed(try await home.run("feed", "--json", "--pages", "9", at: server.address))
        #expect(online.items.count == 25 && !online.has_more)
        await server.stop()

        let result = try await home.run("feed", "--json", at: server.address)
        let offline = try PrintedFeed(result)
        #expect(result.status == 0)
        #expect(offline.source == "cache")
        #expect(offline.items == online.items)
        #expect(offline.saved_at == online.saved_at)
        #expect(result.errors.hasPrefix("essential-feed: offline; saved "))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `Program: feed --offline sends no request`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let address = server.url().absoluteString
        #expect(try await home.run("feed", at: address).status == 0)
        let asked = server.requests.events.count

        let result = try await home.run("feed", "--offline", at: address)
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("essential-feed: updated "))
        #expect(server.requests.events.count == asked)
        try await server.stop()
    }

    @Test func `B157 Program: offline with nothing saved, feed names the connection first: 69`() async throws {
        let result = try await home.run("feed", at: "http://127.0.0.1:1")
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("essential-feed: couldn’t connect to the server: nothing answers"))
        #expect(try await home.run("feed", "--offline", at: "http://127.0.0.1:1").status == 69)
    }

    @Test func `Program: when a later page fails, those before are printed, with the cause's status`() async throws {
        let server = try await LyingServer()
        let item = #"{"id":"\#(UUID().uuidString)","image":"http://127.0.0.1/image"}"#
        server.answer("/feed", with: .json(#"{"items":[\#(item)]}"#), .json("{}", status: 500))
        let result = try await home.run("feed", "--json", "--pages", "2", at: server.url().absoluteString)
        let feed = try PrintedFeed(result)

        #expect(result.status == 65)
        #expect(feed.items.count == 1)
        #expect(feed.has_more)
        #expect(result.errors.contains("status 500"))
        try await server.stop()
    }

    @Test func `B273a The program validates the cache at its end: it deletes an expired feed alone`() async throws {
        let clock = try await ShiftedClock()
        let server = try await home.serve(PhotoFolder())
        let address = server.address
        _ = try await home.run("feed", at: address)
        await server.stop()
        #expect(try await home.run("feed", "--offline", at: address).status == 0)

        let later = home.later(World.sevenDays, by: clock)
        #expect(try await later.run("feed", "--offline", at: address).status == 69)

        // With the clock back, an expired feed that had not been deleted would be shown.
        #expect(try await home.run("feed", "--offline", at: address).status == 69)
        let status = try await home.run("cache", "status", "--json", at: address)
        #expect(status.text.contains(#""saved_at":null"#))
    }
}

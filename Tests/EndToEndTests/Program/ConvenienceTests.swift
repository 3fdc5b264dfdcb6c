import Foundation
import TestSupport
import Testing

/// What a person needn't type, and what the program says about itself.
@Suite struct ConvenienceTests {
    @Test("N064 Program: image and comments take the number of a row of the last feed, online and offline")
    func test_program_takesRowNumbers() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 12, salt: 7))
        let address = server.address
        let none = try await home.run("image", "1", at: address)
        #expect(none.status == 69)
        #expect(none.errors.contains("essential-feed feed"), "\(none.errors)")

        #expect(try await home.run("feed", "--pages", "2", at: address).text.contains("12  "))
        #expect(try await home.run("image", "1", at: address).output == anyPNG(salt: 7))
        #expect(try await home.run("image", "12", at: address).output == anyPNG(salt: 18))
        #expect(try await home.run("comments", "1", at: address).text.contains("a message"))
        #expect(try await home.run("comments", "2", at: address).text == "There are no comments yet.\n")
        for number in ["0", "13", "9223372036854775807"] {
            let result = try await home.run("comments", number, at: address)
            #expect(result.status == 66, "\(number): \(result.errors)")
            #expect(result.errors.contains("from 1 to 12"))
        }
        for text in ["-1", "+1", "1.0", "", "99999999999999999999", "٣"] {
            #expect(try await home.run(["comments", "--url", address, "--", text]).status == 64, "\(text)")
        }
        await server.stop()
        #expect(try await home.run("image", "12", at: address).output == anyPNG(salt: 18))
    }

    @Test("N065 Program: without an address, it uses the app's last one")
    func test_program_takesAddressOfTheApp() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let home = try Home()
        try settings(#"{"address":"\#(server.url().absoluteString)","width":"wide"}"#, of: home)
        #expect(try await home.run("feed").status == 0)
        #expect(server.requests.events.count == 1)
        // A given address wins.
        #expect(try await home.run("feed", "--offline", at: "http://127.0.0.1:1").status == 69)
        let other = Program(
            environment: home.environment.merging(["ESSENTIAL_FEED_URL": "http://127.0.0.1:1"]) { $1 })
        #expect(try await other.run(["feed", "--offline"]).status == 69)
        try await server.stop()
    }

    @Test(
        "N065 Program: it ignores settings of the app that are unreadable or have no address",
        arguments: [
            "", "no JSON", "[]", #"{"address":7}"#, #"{"address":""}"#, #"{"address":null}"#,
        ])
    func test_program_goesOnWithoutSettings(text: String) async throws {
        let home = try Home()
        try settings(text, of: home)
        let result = try await home.run("feed")
        #expect(result.status == 64)
        #expect(result.errors.contains("No server address"), "\(result.errors)")
    }

    @Test("N066 Program: --verbose says which server and cache it uses, how each request was answered, and how it ends")
    func test_program_saysWhatHappensBehindTheScenes() async throws {
        let home = try Home()
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let result = try await home.run("feed", "--verbose", at: server.url(userInfo: "user:secret").absoluteString)
        #expect(result.status == 0)
        #expect(result.text == "There are no photos yet. Once somebody adds some, the feed shows them.\n")
        for said in [
            "the server is \(server.url().absoluteString), from --url",
            "reads and writes the cache in \(home.cacheFolder.path)", "/feed?limit=10: status 200, 12 B",
            "validating the cache: done", "closing the cache: done",
        ] {
            #expect(result.errors.contains(said), "\(said): \(result.errors)")
        }
        #expect(!result.errors.contains("secret"))
        try await server.stop()
        let failed = try await home.run("feed", "-v", at: server.url().absoluteString)
        #expect(failed.errors.contains("/feed?limit=10: "), "\(failed.errors)")
    }

    @Test("N061 N063 Program: a call removes the expired caches of other servers, and leaves no empty folder")
    func test_program_removesCachesOfServersThatWereLeft() async throws {
        let clock = try await ShiftedClock()
        let home = try Home()
        let left = try await home.serve(PhotoFolder())
        #expect(try await home.run("sync", at: left.address).status == 0)
        await left.stop()
        #expect(try await home.run("feed", at: "http://127.0.0.1:1").status == 69)
        #expect(try folders(of: home).count == 1)

        let used = try await home.serve(PhotoFolder())
        #expect(
            try await home.later(World.sevenDays - .seconds(60), by: clock).run("feed", at: used.address).status == 0)
        #expect(try folders(of: home).count == 2)
        #expect(try await home.later(World.sevenDays, by: clock).run("feed", at: used.address).status == 0)
        #expect(try folders(of: home).count == 1)
        await used.stop()
        #expect(try await home.later(World.sevenDays, by: clock).run("feed", "--offline", at: used.address).status == 0)
    }

    @Test("N004 Program: it reports a clock that was set back, and the saved feed returns with the right time")
    func test_program_saysThatTheClockWentBack() async throws {
        let clock = try await ShiftedClock()
        let home = try Home()
        let server = try await home.serve(PhotoFolder())
        let address = server.address
        #expect(try await home.run("feed", at: address).status == 0)
        await server.stop()
        let before = home.later(.seconds(-864_000), by: clock)
        let offline = try await before.run("feed", "--offline", at: address)
        #expect(offline.status == 69)
        #expect(offline.errors.contains("Check this machine’s clock"), "\(offline.errors)")
        let validated = try await before.run("cache", "validate", at: address)
        #expect(validated.status == 74)
        #expect(validated.errors.contains("Check this machine’s clock"), "\(validated.errors)")
        #expect(try PrintedFeed(try await home.run("feed", "--offline", "--json", at: address)).items.count == 4)
    }

    @Test("N060 Program: after one new photo and a refresh, the older pages are still there offline")
    func test_feed_keepsOlderPagesOffline() async throws {
        let home = try Home()
        let photos = try PhotoFolder(count: 19)
        let server = try await home.serve(photos)
        let old = try PrintedFeed(try await home.run("feed", "--json", "--pages", "2", at: server.address))
        #expect(old.items.count == 19)
        await server.stop()
        try anyPNG(salt: 200).write(to: photos.folder.url.appending(path: "new.png"))
        try FileManager.default.setAttributes(
            [.modificationDate: PhotoFolder.newest + 60],
            ofItemAtPath: photos.folder.url.appending(path: "new.png").path)
        let again = try await home.serve(photos, host: server.host, port: server.port)
        let new = try PrintedFeed(try await home.run("feed", "--json", at: again.address))
        #expect(new.items.count == 10)
        #expect(new.has_more)
        #expect(Array(new.items.dropFirst()) == Array(old.items.prefix(9)))
        await again.stop()
        let offline = try PrintedFeed(try await home.run("feed", "--offline", "--json", at: again.address))
        #expect(offline.items == [new.items[0]] + old.items)
        #expect(offline.saved_at == new.saved_at)
    }

    private func settings(_ text: String, of home: Home) throws {
        let folder = home.folder.url.appending(path: ".config/essential-feed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "app.json"))
    }

    private func folders(of home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path)
    }
}

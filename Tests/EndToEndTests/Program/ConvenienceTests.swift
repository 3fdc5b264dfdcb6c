import Foundation
import TestSupport
import Testing

/// Shortcuts for the user, and the program's own help.
@Suite struct ConvenienceTests {
    private let home = Home()

    @Test func `Program: image and comments take a row's number of the last feed, online and offline`() async throws {
        let server = try await home.serve(PhotoFolder(count: 12, salt: 7))
        let address = server.address
        let none = try await home.run("image", "1", at: address)
        #expect(none.status == 69)
        #expect(none.errors.contains("essential-feed feed"), "\(none.errors)")

        #expect(try await home.run("feed", "--pages", "2", at: address).text.contains("12  "))
        let images = try PrintedFeed(try await home.run("feed", "--pages", "2", "--json", at: address)).items.map(
            \.image)
        let last = try await home.served(images[11])
        #expect(try await home.run("image", "1", at: address).output == home.served(images[0]))
        #expect(try await home.run("image", "12", at: address).output == last)
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
        #expect(try await home.run("image", "12", at: address).output == last)
    }

    @Test func `Program: without an address, it uses the app's last one`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        try home.writeSettings(#"{"address":"\#(server.url().absoluteString)","width":"wide"}"#)
        #expect(try await home.run("feed").status == 0)
        #expect(server.requests.events.count == 1)
        // A given address wins.
        #expect(try await home.run("feed", "--offline", at: "http://127.0.0.1:1").status == 69)
        let other = Program(environment: home.environment.merging(["ESSENTIAL_FEED_URL": "http://127.0.0.1:1"]) { $1 })
        #expect(try await other.run(["feed", "--offline"]).status == 69)
        try await server.stop()
    }

    @Test(arguments: ["", "no JSON", "[]", #"{"address":7}"#, #"{"address":""}"#, #"{"address":null}"#])
    func `Program: it ignores settings of the app that are unreadable or have no address`(text: String) async throws {
        try home.writeSettings(text)
        let result = try await home.run("feed")
        #expect(result.status == 64)
        #expect(result.errors.contains("no server address"), "\(result.errors)")
    }

    @Test func `Program: an address is typed as in the app: without a scheme, with blanks around it`() async throws {
        let server = try await home.serve(PhotoFolder(count: 1))
        let typed = server.address.replacing("http://", with: " ") + " "
        let first = try await home.run("feed", "--verbose", at: typed)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.errors.contains("the server is \(server.address), from --url"))
        await server.stop()
        for arguments in [["feed"], ["feed", "--offline"], ["cache", "status"]] {
            let result = try await home.run(arguments + ["--verbose"], at: typed)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
            #expect(result.errors.contains("the server is \(server.address), from --url"))
        }
        let nobody = try await home.run("feed", at: "127.0.0.1:1")
        #expect(nobody.status == 69)
        let wrong = try await home.run("feed", at: "gopher://old")
        #expect(wrong.errors.contains("https://photos.example.com"), "\(wrong.errors)")
    }

    @Test func `Program: --verbose says server and cache, how each request was answered, and the end`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let result = try await home.run("feed", "--verbose", at: server.url(userInfo: "user:secret").absoluteString)
        #expect(result.status == 0)
        #expect(result.text == "There are no photos yet. New photos will appear here.\n")
        for said in [
            "the server is \(server.url().absoluteString), from --url",
            "reads and writes the cache in \(home.cacheFolder.path)", "/feed: status 200, 12 B",
            "validating the cache: done", "closing the cache: done",
        ] {
            #expect(result.errors.contains(said), "\(said): \(result.errors)")
        }
        #expect(!result.errors.contains("secret"))
        try await server.stop()
        let failed = try await home.run("feed", "-v", at: server.url().absoluteString)
        #expect(failed.errors.contains("/feed: "), "\(failed.errors)")
    }

    @Test func `Program: it reports a clock that was set back, and the saved feed returns in time`() async throws {
        let clock = try await ShiftedClock()
        let server = try await home.serve(PhotoFolder())
        let address = server.address
        #expect(try await home.run("feed", at: address).status == 0)
        await server.stop()
        let before = home.later(.seconds(-864_000), by: clock)
        let offline = try await before.run("feed", "--offline", at: address)
        #expect(offline.status == 69)
        #expect(offline.errors.contains("check this computer’s clock"), "\(offline.errors)")
        let validated = try await before.run("cache", "prune", at: address)
        #expect(validated.status == 74)
        #expect(validated.errors.contains("check this computer’s clock"), "\(validated.errors)")
        #expect(try PrintedFeed(try await home.run("feed", "--offline", "--json", at: address)).items.count == 4)
    }
}

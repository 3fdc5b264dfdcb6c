import EssentialFeed
import EssentialFeedStore
import Foundation
import TestSupport
import Testing

/// Answers that once crashed the program, at that start and at each later one.
@Suite struct PoisonTests {
    private static let unloadable = [
        "http://127.0.0.1:70000/a.jpg", "http://[::1]:65536/a.jpg", "http://127.0.0.1:0/a.jpg",
        "http://user:secret@127.0.0.1/a.jpg",
    ]

    private let home = Home()

    @Test(arguments: unloadable)
    func `Program: a feed with an image URL that can't load is refused and not saved`(image: String) async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[{"id":"\#(UUID())","image":"\#(image)"}]}"#))
        let address = server.url().absoluteString
        for arguments in [["feed"], ["sync"]] {
            let result = try await home.run(arguments, at: address)
            #expect(result.status == 65, "\(result.errors)")
            #expect(!result.errors.contains("secret"))
        }
        let offline = try await home.run("feed", "--offline", at: address)
        #expect(offline.status == 69)
        try await server.stop()
    }

    @Test(arguments: unloadable)
    func `Program: a saved feed with such an image URL crashes no call, and is replaced`(image: String) async throws {
        let server = try await LyingServer()
        let address = server.url().absoluteString
        func poison() async throws {
            let cache = await ServerCache.open(in: home.cacheFolder, for: try ServerAddress(address))
            let url = try #require(URL(string: image))
            try await cache.transaction {
                try $0.insert(CachedFeed(images: [LocalFeedImage(id: UUID(), url: url)], loadedAt: Date()))
            }
            try await cache.close()
        }
        try await poison()
        let offline = try await home.run("feed", "--offline", at: address)
        #expect([69, 74].contains(offline.status), "\(offline.errors)")
        try await poison()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        for arguments in [["sync"], ["feed"], ["feed", "--offline"]] {
            let result = try await home.run(arguments, at: address)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
        try await server.stop()
    }

    @Test(arguments: unloadable)
    func `Program: image refuses such a URL and doesn't print its password`(image: String) async throws {
        let result = try await Home().run("image", image, at: "http://127.0.0.1:1")
        #expect(result.status == 64)
        #expect(!result.errors.contains("secret"))
    }

    @Test func `Program: an Internet server's feed loads no image from this machine`() async throws {
        let inside = try await LyingServer()
        inside.answerEverything(with: .response(body: anyPNG()))
        let result = try await Home().run("image", inside.url("/a.png").absoluteString, at: "http://a.example")
        #expect(result.status == 65)
        #expect(result.errors.contains("your own network"))
        #expect(inside.connections.events.isEmpty)
        try await inside.stop()
    }
}

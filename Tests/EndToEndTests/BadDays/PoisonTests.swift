import Foundation
import TestSupport
import Testing

/// Images that the program doesn't ask for.
@Suite struct PoisonTests {
    @Test(
        arguments: [
            "http://127.0.0.1:70000/a.jpg", "http://[::1]:65536/a.jpg", "http://127.0.0.1:0/a.jpg",
            "http://user:secret@127.0.0.1/a.jpg",
        ])
    func `Program: image refuses a URL that can't load, and doesn't print its password`(image: String) async throws {
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

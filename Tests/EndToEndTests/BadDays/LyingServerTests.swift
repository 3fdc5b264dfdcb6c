import EssentialFeed
import Foundation
import TestSupport
import Testing

/// A server that lies: the program prints one clear line, ends with the right status, and keeps its cache unchanged.
@Suite struct LyingServerTests {
    private let home = Home()

    @Test func `B158 With a feed saved, a lying server gives it, one line, and changes nothing`() async throws {
        let place = try await Place()
        let before = try await place.saved()
        for lie in Lie.feed {
            place.server.answer("/feed", with: lie.answer)
            let result = try await place.home.run("feed", "--json", at: place.address)
            #expect(result.status == 0, "\(lie.name)")
            // Changes by the previous lie would be seen here, too.
            #expect(result.output == before[0], "\(lie.name)")
            #expect(result.errors.hasPrefix("essential-feed: "), "\(lie.name)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(lie.name): \(result.errors)")
            #expect(!result.errors.contains("secret"), "\(lie.name)")
        }
        #expect(try await place.saved() == before)
        try await place.server.stop()
    }

    @Test func `B046 Comments from a lying server are reported in one line, with its lie's status`() async throws {
        let place = try await Place()
        let before = try await place.saved()
        let id = UUID().uuidString
        for lie in Lie.comments {
            place.server.answer("/image/\(id)/comments", with: lie.answer)
            try expectFailure(try await place.home.run("comments", id, at: place.address), lie.status, of: lie.name)
        }
        #expect(try await place.saved() == before)
        try await place.server.stop()
    }

    @Test func `B167 An image from a lying server is reported in one line and never cached`() async throws {
        let place = try await Place()
        let before = try await place.saved()
        for (number, lie) in Lie.image.enumerated() {
            place.server.answer("/feed/new-\(number)", with: lie.answer)
            let url = place.address + "/feed/new-\(number)"
            try expectFailure(try await place.home.run("image", url, at: place.address), lie.status, of: lie.name)

            // A cached image would be printed without a request.
            place.server.answer("/feed/new-\(number)", with: .response(body: anyPNG(salt: 9)))
            let image = try await place.home.run("image", url, at: place.address)
            #expect(image.output == anyPNG(salt: 9), "\(lie.name)")
        }
        #expect(try await place.saved() == before)
        try await place.server.stop()
    }

    @Test func `Program: a closed port, unknown host or untrusted certificate ends with 69, one line`() async throws {
        let secure = try await LyingServer(certificate: .localhost)
        for address in ["http://127.0.0.1:1", "http://no-such-name.invalid", secure.url().absoluteString] {
            try expectFailure(try await home.run("feed", at: address), 69)
        }
        try await secure.stop()
    }

    private func expectFailure(
        _ result: TestProgram.Result, _ status: Int32, of lie: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let comment: Comment = "\(lie): \(result.errors)"
        #expect(result.status == status, comment, sourceLocation: sourceLocation)
        #expect(result.output.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(result.errors.hasPrefix("essential-feed: "), comment, sourceLocation: sourceLocation)
        #expect(result.errors.split(separator: "\n").count == 1, comment, sourceLocation: sourceLocation)
    }

    /// An honest first answer, and what was saved from it: a feed and the bytes of its image.
    private struct Place {
        let home: Home
        let server: LyingServer
        let address: String

        init() async throws {
            home = Home()
            server = try await LyingServer()
            address = server.url().absoluteString
            let id = UUID().uuidString
            let item = #"{"id":"\#(id)","description":"true","image":"\#(address)/true.png"}"#
            server.answer("/feed", with: .json(#"{"items":[\#(item)]}"#))
            server.answer("/true.png", with: .response(body: anyPNG(salt: 3)))
            #expect(try await home.run("feed", at: address).status == 0)
            #expect(try await home.run("image", address + "/true.png", at: address).output == anyPNG(salt: 3))
            server.answer("/true.png", with: .response(status: 500))
        }

        func saved() async throws -> [Data] {
            let saved = try await home.saved(at: address, images: [address + "/true.png"])
            #expect(saved[1] == anyPNG(salt: 3))
            return saved
        }
    }
}

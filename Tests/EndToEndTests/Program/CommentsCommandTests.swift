import Foundation
import TestSupport
import Testing

@Suite struct CommentsCommandTests {
    @Test func `B047 Program: comments prints name, age and message, or --json, and caches nothing`() async throws {
        let home = Home(environment: ["COLUMNS": "60"])
        let server = try await home.serve(PhotoFolder())
        let id = try await firstID(home, server.address)
        let result = try await home.run("comments", id, at: server.address)
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("a username ") == true)
        #expect(lines.first?.hasSuffix(" ago") == true)
        #expect(lines.first?.count == 60)
        #expect(lines.dropFirst().first == "a message")
        let text = try await home.run("comments", id, "--json", at: server.address).text
        #expect(
            text.hasPrefix(#"{"items":[{"author":{"username":"a username"},"created_at":"2026-05-20T11:24:59Z","id":""#)
        )
        // The server doesn't have this image.
        #expect(try await home.run("comments", UUID().uuidString, at: server.address).status == 66)
        await server.stop()
        let offline = try await home.run("comments", id, at: server.address)
        #expect(offline.status == 69)
        #expect(offline.output.isEmpty)
        #expect(offline.errors.hasPrefix("essential-feed: couldn’t connect to the server"))
    }

    @Test func `Program: comments --write saves a comment that others read, and says who may not write`() async throws {
        let home = Home()
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let maria = try await home.invite("maria", publicURL: server.address)
        let bob = try await home.invite("bob", may: "read", publicURL: server.address)
        let id = try await firstID(home, maria)
        let written = try await home.run("comments", id, "--write", "What a view!", at: maria)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.text.hasPrefix("maria "))
        #expect(written.text.contains("What a view!"))
        #expect(try await home.run("comments", id, at: bob).text.contains("What a view!"))
        let refused = try await home.run("comments", id, "--write", "Me too", at: bob)
        #expect(refused.status == 77)
        #expect(refused.errors.hasPrefix("essential-feed: you can’t comment on this photo; ask"), "\(refused.errors)")
        let empty = try await home.run("comments", id, "--write", " ", at: maria)
        #expect(empty.status == 77)
        #expect(empty.errors == "essential-feed: the comment is empty; write something first\n")
        await server.stop()
    }

    @Test func `Program: comments --write names the number at which the failed server's log has the reason`()
        async throws
    {
        let server = try await LyingServer()
        server.answerEverything(
            with: .response(
                status: 500,
                headers: [("Content-Type", "application/problem+json"), ("X-Request-ID", "0A1B2C3D")]))
        let failed = try await Home().run(
            "comments", UUID().uuidString, "--write", "What a view!", at: server.url().absoluteString)
        #expect(failed.status == 69)
        #expect(
            failed.errors == """
                essential-feed: the server couldn’t save the comment; send it again later; if it fails again, \
                tell the server’s owner this number: 0A1B2C3D

                """)
        try await server.stop()
    }

    @Test func `Program: comments --write - sends standard input, unless it isn't text`() async throws {
        let home = Home()
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let maria = try await home.invite("maria", publicURL: server.address)
        let call = ["comments", try await firstID(home, maria), "--write", "-"]
        let written = try await home.reading(#"What a view!\nAnd the light –\n"#).run(call, at: maria)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.text.contains("What a view!\nAnd the light –\n"), "\(written.text)")
        let binary = try await home.reading(#"half a letter: \0342\0200"#).run(call, at: maria)
        #expect(binary.status == 64)
        #expect(
            binary.errors
                == "essential-feed: the comment can’t be read from standard input; write a short text in UTF-8\n"
        )
        let unread = try await home.reading(#"\0342"#).run(call)
        #expect(unread.errors.contains("no server address"), "\(unread.errors)")
        let nothing = try await home.run(call, at: maria)
        #expect(nothing.errors == "essential-feed: the comment is empty; write something first\n")
        await server.stop()
    }

    private func firstID(_ home: Home, _ address: String) async throws -> String {
        let feed = try PrintedFeed(try await home.run("feed", "--json", at: address))
        return try #require(feed.items.first).id.uuidString
    }
}

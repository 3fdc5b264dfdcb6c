import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct BackupCommandTests {
    private let home = Home()

    /// The folder of the server's state that `Home.serve` uses.
    private var stateFolder: URL { home.stateFolder }
    private var state: [String] { ["--state", stateFolder.path] }
    private var backup: String { home.folder.url.appending(path: "a.backup").path }

    private struct Page: Decodable {
        struct Item: Decodable {
            let id: UUID
            let placeholder: String?
        }

        let items: [Item]
    }

    /// Makes a token.
    private func invite(_ name: String) async throws -> String {
        String(try #require(try await home.invite(name).split(separator: ":").last))
    }

    private func get(_ path: String, of server: ProgramServer, _ token: String) async throws -> Data {
        try await TestProgram.succeed(["curl", "-sSf", "-u", "x:\(token)", server.address + path]).output
    }

    private func status(_ server: ProgramServer, _ token: String) async throws -> String {
        try await TestProgram.curlStatus(["-u", "x:\(token)", server.address + "/feed"])
    }

    private func items(_ server: ProgramServer, _ token: String) async throws -> [Page.Item] {
        try JSONDecoder().decode(Page.self, from: try await get("/feed?limit=100", of: server, token)).items
    }

    private func ids(_ server: ProgramServer, _ token: String) async throws -> [UUID] {
        try await items(server, token).map(\.id)
    }

    @Test func `Program: a state backed up while served, destroyed and restored serves the same feed`() async throws {
        let photos = try PhotoFolder(count: 8)
        var server = try await home.serve(photos, isPublic: false)
        let (maria, bob) = (try await invite("maria"), try await invite("bob"))
        let all = try await ids(server, maria)
        // Arrives later than the others, so it is on top, although it is the oldest by its date.
        let late = photos.folder.url.appending(path: "late.png")
        try anyPNG(salt: 200).write(to: late)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: late.path)
        try FileManager.default.removeItem(at: photos.folder.url.appending(path: "photo-3.png"))
        try await waitUntil { try await Set(ids(server, maria)).intersection(all).count == 7 }
        try await waitUntil { try await ids(server, maria).count == 8 }
        // The server makes placeholders after it has listed the photos.
        try await waitUntil { try await items(server, maria).allSatisfy({ $0.placeholder != nil }) }
        #expect(try await home.run(["revoke", "bob"] + state).status == 0)
        let link = server.address.replacing("http://", with: "http://maria:\(maria)@")
        #expect(try await home.run("comments", all[0].uuidString, "--write", "hello", at: link).status == 0)

        let paths = ["/feed?limit=100", "/feed?limit=2&after_id=\(all[3])", "/image/\(all[0])/comments", "/feed.atom"]
        var before: [Data] = []
        for path in paths { before.append(try await get(path, of: server, maria)) }
        let made = try await home.run(["backup", backup] + state)
        #expect(made.status == 0, "\(made.errors)")
        let content = "Posted photos: 0, comments: 1, invitations: 1."
        #expect(made.text == "The backup is in \(backup), without the photos in your folder. \(content)\n")
        let carol = try await invite("carol")
        let refused = try await home.run(["restore", backup] + state)
        #expect(refused.status == 74)
        #expect(refused.errors.contains("a server or another command uses"))

        await server.stop()
        try FileManager.default.removeItem(at: stateFolder)
        let restored = try await home.run(["restore", backup] + state)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.text.contains(content), "\(restored.text)")
        #expect(restored.errors.contains("people whose invitation was revoked later can read again"))
        #expect(restored.errors.contains("all browsers are signed out, "))
        #expect(restored.errors.contains(#"with: essential-feed invite "NAME" --new-link"#))
        server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
        for (path, body) in zip(paths, before) { #expect(try await get(path, of: server, maria) == body, "\(path)") }
        #expect(try await ids(server, maria).first != all.first)
        for token in [bob, carol] { #expect(try await status(server, token) == "401") }
        await server.stop()
    }

    @Test func `Program: backup and restore end with a status and one line that says what to do`() async throws {
        let photos = try PhotoFolder()
        #expect(try await home.run(["backup", backup] + state).status == 66)
        #expect(try await home.run(["restore", backup] + state).status == 66)
        await (try await home.serve(photos, isPublic: false)).stop()
        #expect(try await home.run(["backup", backup] + state).status == 0)
        let again = try await home.run(["backup", backup] + state)
        #expect(again.status == 73)
        #expect(again.errors.contains("already exists"))
        #expect(try await home.run(["backup", "\(backup).2", photos.path] + state).status == 0)
        #expect(try await home.run(["backup", "/nowhere/a.backup"] + state).status == 73)

        let kept = try await home.run(["restore", backup] + state)
        #expect(kept.status == 0)
        #expect(kept.text.contains("essential-feed.before-restore-"))
        let digests = URL(filePath: backup).appending(path: "SHA256SUMS")
        try Data("no digests".utf8).write(to: digests)
        for (path, message) in [(backup, "has changed since"), (digests.path, "isn’t a folder")] {
            let other = try await home.run(["restore", path] + state)
            #expect(other.status == 65)
            #expect(other.errors.split(separator: "\n").count == 1)
            #expect(other.errors.contains(message), "\(other.errors)")
            #expect(other.text == "")
        }
    }

    @Test func `Program: invitations, revocations, backups and restored states survive a power loss`() async throws {
        let syncs = try await RecordedSyncs()
        let program = Program(environment: home.environment.merging(syncs.environment) { $1 })
        let publicURL = ["--public-url", "https://photos.example.com"]
        let commands = [
            ["invite", "maria"] + publicURL, ["invite", "bob"] + publicURL, ["revoke", "bob"], ["backup", backup],
            ["restore", backup],
        ]
        for arguments in commands {
            let result = try await program.run(arguments + state)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
            let calls = try syncs.take()
            let index = try #require(calls.lastIndex { $0.call == "rename" }, "\(arguments)")
            let folder = URL(filePath: calls[index].path).deletingLastPathComponent().resolvingSymlinksInPath().path
            #expect(calls[index...].contains { $0.call == "fsync" && $0.path == folder }, "\(arguments): \(calls)")
            #expect(calls[..<index].contains { $0.call == "fsync" }, "\(arguments): \(calls)")
        }
    }

    @Test func `Program: a backup on a disk that is full is an error, and leaves nothing behind`() async throws {
        await (try await home.serve(try PhotoFolder(), isPublic: false)).stop()
        let result = try await home.onFullDisk(bytes: 40_000).run(["backup", backup] + state)
        #expect(result.status == 73, "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        #expect(!names.contains { $0.contains("backup") })
    }
}

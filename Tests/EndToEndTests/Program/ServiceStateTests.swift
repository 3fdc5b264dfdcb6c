import Foundation
import TestSupport
import Testing

@testable import essential_feed

/// The commands over the state of a systemd service with a dynamic user: the service's user owns the folder, only root may
/// enter the folder that it is in, and a link leads to it.
@Suite struct ServiceStateTests {
    /// A dynamic user of systemd's.
    private static let user: uid_t = 61_184
    private let home = Home()
    private var state: [String] { ["--state", home.folder.url.appending(path: "essential-feed").path] }
    private var folder: URL { home.folder.url.appending(path: "private/essential-feed") }

    /// Serves as the service's user would, and gives the state to that user.
    /// - Parameter tokens: The content of the file of the tokens; `nil` for none.
    /// - Returns: The ids of the photos.
    private func makeState(_ photos: PhotoFolder, tokens: String? = nil) async throws -> [String] {
        let files = FileManager.default
        try files.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try files.createSymbolicLink(
            at: home.folder.url.appending(path: "essential-feed"),
            withDestinationURL: URL(filePath: "private/essential-feed", relativeTo: home.folder.url))
        let server = try await home.serve(photos)
        let ids = try await home.run(["feed", "--json"], at: server.address).text
            .matches(of: #/"id":"([0-9A-F-]{36})"/#).map { String($0.1) }
        await server.stop()
        try files.moveItem(at: home.stateFolder, to: folder)
        if let tokens { try Data(tokens.utf8).write(to: folder.appending(path: "tokens.json")) }
        try await TestProgram.succeed(["chown", "-R", "\(Self.user):\(Self.user)", folder.path])
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int == 0o700)
        return ids
    }

    private func run(_ arguments: String...) async throws -> TestProgram.Result {
        let result = try await home.run(arguments + state)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result
    }

    /// Expects that everything in the state folder, and the folder itself, is the user's.
    private func expectOwner(sourceLocation: SourceLocation = #_sourceLocation) throws {
        func owner(_ path: String) throws -> UInt32? {
            try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? UInt32
        }
        #expect(try owner(folder.path) == Self.user, sourceLocation: sourceLocation)
        try lookInside { names in
            for name in names {
                let path = folder.appending(path: name).path
                let found = try owner(path)
                #expect(found == Self.user, "\(name)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Root itself can't list another user's folder without the power to override permissions.
    private func lookInside(_ body: ([String]) throws -> Void) throws {
        #expect(chown(folder.path, 0, 0) == 0)
        defer { #expect(chown(folder.path, Self.user, Self.user) == 0) }
        try body(FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    /// Lets root remove everything.
    private func takeBack() async throws {
        let parent = folder.deletingLastPathComponent().path
        try await TestProgram.succeed(["chmod", "711", parent])
        let user = ["setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
        try await TestProgram.succeed(
            user + ["chmod", "-R", "a+rwx"]
                + FileManager.default.contentsOfDirectory(atPath: parent).map { "\(parent)/\($0)" })
    }

    @Test func `Program: an administrator's commands work on a service's state with a dynamic user`() async throws {
        try requireRoot()
        let photos = try PhotoFolder()
        let ids = try await makeState(photos)
        let id = try #require(ids.first)
        let url = ["--public-url", "https://photos.example.com"]
        #expect(
            try await run("invite", "maria", url[0], url[1]).text.hasPrefix("https://photos.example.com/join#maria:"))
        #expect(try await run("people").text.contains("maria"))
        _ = try await run("hide", id)
        #expect(try await run("log").text.contains("hide photo \(id)"))
        #expect(try await run("show").text.hasSuffix(" owner photo \(id)\n"))
        _ = try await run("show", id)
        #expect(try await run("show").text == "")
        _ = try await run("close", id)
        let backup = home.folder.url.appending(path: "a.backup").path
        #expect(try await run("backup", backup).text.contains("Posted photos: 0, comments: 0, invitations: 1"))
        _ = try await run("revoke", "maria", "--with-comments")
        #expect(try await run("people").errors.contains("no one is invited"))
        try expectOwner()

        let restored = try await run("restore", backup)
        #expect(restored.text.contains("\(state[1])"))
        #expect(try await run("people").text.contains("maria"))
        try expectOwner()
        try await takeBack()
    }

    @Test func `Program: an error over the state of a service names the path that was given`() async throws {
        try requireRoot()
        _ = try await makeState(try PhotoFolder(), tokens: "damaged")
        let result = try await home.run(["people"] + state)
        #expect(result.status == 74)
        #expect(result.errors.contains("\(state[1])/tokens.json"), "\(result.errors)")
        #expect(!result.errors.contains("/proc/"))
        try await takeBack()
    }
}

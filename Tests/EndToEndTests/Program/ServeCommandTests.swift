import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct ServeCommandTests {
    private let home = Home()

    @Test func `Program: serve prints the number of photos and its address, and ends with 0 at SIGTERM`() async throws {
        let server = try await home.serve(PhotoFolder(), host: nil)
        #expect(server.address.hasPrefix("http://127.0.0.1:"))
        let result = await server.stop()
        #expect(result.status == 0)
        #expect(result.text == "Serving 4 photos at \(server.address)\n")
    }

    @Test func `Program: serve prints its public address, and has texts for one photo and for none`() async throws {
        let server = try await home.serve(
            PhotoFolder(count: 1), arguments: ["--public-url", "https://photos.example.com/feed/"])
        #expect(
            await server.stop().text
                == "Serving 1 photo at \(server.address)\nPublic address: https://photos.example.com/feed\n")

        let empty = try await home.serve(PhotoFolder(count: 0))
        let result = await empty.stop()
        #expect(result.text == "Serving no photos at \(empty.address)\n")
        #expect(result.errors.contains("the folder has no photos"))
    }

    @Test func `Program: a photo added later comes first, until serve --sort-again sorts by date`() async throws {
        let photos = try PhotoFolder(count: 1)
        func descriptions(_ arguments: String...) async throws -> [String?] {
            let server = try await home.serve(photos, arguments: arguments)
            let feed = try PrintedFeed(try await home.run("feed", "--json", at: server.address))
            await server.stop()
            return feed.items.map(\.description)
        }
        #expect(try await descriptions() == ["description 0"])
        let old = photos.folder.url.appending(path: "old.png")
        try anyPNG(salt: 9).write(to: old)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: old.path)
        #expect(try await descriptions() == [nil, "description 0"])
        #expect(try await descriptions("--sort-again") == ["description 0", nil])
    }

    @Test(arguments: [[], ["--quiet"], ["--base-path", "/photos"]])
    func `Program: until someone is invited, serve prints the owner's link, without which nobody gets anything`(
        arguments: [String]
    ) async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false, arguments: arguments)
        let link = try #require(server.ownerLink)
        #expect(link.hasPrefix("\(server.address)/join#owner:"))
        #expect(try PrintedFeed(try await home.run("feed", "--json", at: link)).items.count == 4)
        #expect(try await home.run("image", "1", at: link).status == 0)
        #expect(try await Home().run("feed", at: server.address).status == 65)
        let stranger = try await TestProgram.run(["curl", "-s", server.address + "/feed"])
        #expect(stranger.text.contains("open the address that essential-feed serve has printed"))
        let result = await server.stop()
        #expect(result.text == "Serving 4 photos at \(link)\n")
        #expect(!result.errors.contains(link.components(separatedBy: ":").last ?? ""))
    }

    @Test func `Program: the owner's link is at the public address, if that leads to this machine`() async throws {
        let address = "http://localhost:9000/x"
        let server = try await home.serve(PhotoFolder(), isPublic: false, arguments: ["--public-url", address])
        let lines = await server.stop().text.split(separator: "\n")
        #expect(lines.first == "Serving 4 photos at \(server.address)")
        #expect(lines.last?.hasPrefix("Public address: \(address)/join#owner:") == true)
    }

    @Test func `Program: without standard output, the owner's link is in the log`() async throws {
        let photos = try PhotoFolder()
        let closed = Program(environment: home.environment, launcher: ["sh", "-c", "exec \"$@\" >&-", "sh"])
        let server = try await closed.start(["serve", photos.path, "--port", "0"])
        #expect(try await server.errors(containing: "/join#owner:").contains("Serving 4 photos at http://127.0.0.1:"))
        server.send(SIGTERM)
        #expect(await server.result().status == 0)
    }

    @Test func `Program: at a desktop's terminal, serve opens the owner's link, unread by other users`() async throws {
        let folder = home.folder.path
        let (photos, opened) = (try PhotoFolder(), "\(folder)/opened")
        try await TestProgram.succeed(["mkfifo", opened])
        let script = "#!/bin/sh\n{ stat -c %a \"$1\" \"${1%/*}\"; echo \"$@\"; cat \"$1\"; } >\(opened)\n"
        #expect(
            FileManager.default.createFile(
                atPath: "\(folder)/xdg-open", contents: Data(script.utf8), attributes: [.posixPermissions: 0o755]))
        let path = "\(folder):\(Program.inherited()["PATH"] ?? "")"
        let desktop = Home(
            environment: home.environment.merging(["DISPLAY": ":9", "PATH": path, "TMPDIR": folder]) { $1 }
        ).onTerminal(columns: 200)
        let server = try await desktop.start(["serve", photos.path, "--port", "0", "--base-path", "/a&b"])
        let lines = try await TestProgram.succeed(["cat", opened]).text.split(separator: "\n")
        let errors = try await server.errors(containing: "/join#owner:")
        let link = try #require(errors.firstMatch(of: /http:\S+/)).0
        #expect(lines.prefix(2) == ["600", "700"])
        #expect(!lines[2].contains("owner:"))
        #expect(lines.last?.contains("url=\(link.replacing("&", with: "&amp;"))\"") == true)
        // Not to the terminal, which would hang up as it ends: a second signal ends the server at once.
        try await TestProgram.succeed(["pkill", "-TERM", "-f", "^[^ ]*/essential-feed serve \(photos.path) "])
        _ = await server.result()
        while try FileManager.default.contentsOfDirectory(atPath: folder).contains(where: {
            $0.hasPrefix("essential-feed-")
        }) {
            await Task.yield()
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `Program: a second signal ends serve at once, even while it waits for a client`(signal: Int32) async throws {
        let photos = try PhotoFolder(count: 0)
        try Pictures.large(20_000_000).write(to: photos.folder.url.appending(path: "a.jpg"))
        var (status, isInTime) = (Int32(0), false)
        // The orderly shutdown takes at most ten seconds. A busy machine may send the second signal later, which proves
        // nothing.
        while !isInTime {
            let server = try await home.serve(photos)
            let feed = try PrintedFeed(try await home.run("feed", "--json", at: server.address))
            let item = try #require(feed.items.first)
            let image = try #require(URL(string: item.image))
            // It reads no more than the first byte of the answer.
            let reader = try LoopbackConnection(to: server.host, port: UInt16(server.port), receiveBuffer: 4_096)
            try reader.write(Data("GET \(image.path()) HTTP/1.1\r\nHost: \(server.host):\(server.port)\r\n\r\n".utf8))
            _ = try reader.read(1)
            let begin = ContinuousClock.now
            server.send(SIGTERM)
            // The orderly shutdown has begun; the answer is still being sent.
            _ = try await server.errors(containing: "a second signal")
            server.send(signal)
            isInTime = begin.duration(to: .now) < .seconds(9)
            status = await server.result().status
            withExtendedLifetime(reader) {}
        }
        #expect(status == 128 + signal)
    }

    @Test func `Program: serve ends in order when its terminal is closed, unless nohup has it go on`() async throws {
        let server = try await home.serve(PhotoFolder())
        server.send(SIGHUP)
        _ = try await server.errors(containing: "a second signal")
        #expect(await server.result().status == 0)

        let state = home.folder.url.appending(path: "state").path
        let photos = try PhotoFolder()
        let ignoring = try await Program(environment: ["XDG_STATE_HOME": state], launcher: ["nohup"])
            .start(["serve", photos.path, "--port", "0"])
        _ = try await ignoring.line()
        ignoring.send(SIGHUP)
        ignoring.send(SIGTERM)
        // SIGTERM is the first signal that counts.
        #expect(await ignoring.result().status == 0)
    }

    @Test func `Program: serve exits with 66 without its folder, and with 69 if its port is taken`() async throws {
        let program = Program(environment: home.environment)
        #expect(try await program.run(["serve", home.folder.path + "/none", "--port", "0"]).status == 66)
        let server = try await LyingServer()
        let photos = try PhotoFolder()
        let taken = try await program.run(["serve", photos.path, "--port", String(server.port)])
        #expect(taken.status == 69)
        #expect(taken.errors.contains("taken"))
        try await server.stop()
    }

    @Test func `Program: serve says once that the system grants too few watches, and serves on`() async throws {
        let photos = try PhotoFolder()
        try FileManager.default.createDirectory(
            at: photos.folder.url.appending(path: "a/b/c/d"), withIntermediateDirectories: true)
        let limit = "echo 3 > /proc/sys/user/max_inotify_watches && exec \"$@\""
        let program = Program(
            environment: home.environment, launcher: ["unshare", "--user", "--map-root-user", "sh", "-c", limit, "sh"])
        let server = try await program.start(["serve", photos.path, "--port", "0"])
        #expect(try await server.line()?.contains("Serving 4 photos") == true)
        server.send(SIGTERM)
        let result = await server.result()
        #expect(result.status == 0)
        #expect(result.errors.ranges(of: "it is read through every 5 min instead").count == 1)
    }

    @Test func `Program: it runs without the checkout and the build folder`() async throws {
        let folder = TemporaryFolder()
        let copy = folder.url.appending(path: "essential-feed")
        // A file that this process wrote might still be open for writing in another child, and would not start.
        try await TestProgram.succeed(["cp", Program.url.path, copy.path])
        let result = try await TestProgram.run(
            [copy.path, "feed", "--url", "http://127.0.0.1:1"],
            environment: ["HOME": folder.path, "LANG": "el_GR.UTF-8"])
        #expect(result.status == 69)
        #expect(result.errors.contains("δεν ήταν δυνατή η σύνδεση"))
    }
}

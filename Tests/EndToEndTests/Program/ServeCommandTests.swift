import Foundation
import TestSupport
import Testing

@Suite struct ServeCommandTests {
    @Test("Program: serve gives its address in one line on standard output, and SIGTERM ends it with 0")
    func test_serve_printsAddressAndEnds() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(), host: nil)
        #expect(server.address.hasPrefix("http://127.0.0.1:"))
        let result = await server.stop()
        #expect(result.status == 0)
        #expect(result.text == "Serving at \(server.address)\n")
    }

    @Test("Program: serve logs a finished request in one line, without its query")
    func test_serve_logsRequests() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder())
        _ = try await home.run("feed", "--pages", "2", at: server.address)
        let log = await server.stop().errors
        let lines = log.split(separator: "\n").filter { $0.contains("GET /feed 200") }
        #expect(lines.count == 2, "\(log)")
        #expect(!log.contains("limit="))
    }

    @Test("Program: serve below a base path answers there, and image addresses have it")
    func test_serve_answersBelowBasePath() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(), arguments: ["--base-path", "/photos/v1"])
        #expect(server.address.hasSuffix("/photos/v1"))
        let feed = try PrintedFeed(try await home.run("feed", "--json", at: server.address))
        let image = try #require(feed.items.first).image
        #expect(image.hasPrefix("\(server.address)/image/"))
        #expect(try await home.run("image", image, at: server.address).status == 0)
        await server.stop()
    }

    @Test("Program: serve of a folder that is not there ends with 66, of a taken port with 69")
    func test_serve_failsToStart() async throws {
        let home = try Home()
        let program = Program(environment: home.environment)
        #expect(try await program.run(["serve", home.folder.path + "/none", "--port", "0"]).status == 66)
        let server = try await LyingServer()
        let photos = try PhotoFolder()
        let taken = try await program.run(["serve", photos.path, "--port", String(server.port)])
        #expect(taken.status == 69)
        #expect(taken.errors.contains("taken"))
        try await server.stop()
    }

    @Test("Program: a mistake in feed.json is named by line")
    func test_serve_namesMistakeByLine() async throws {
        let home = try Home()
        let photos = try PhotoFolder()
        try Data("{\n  \"photos\": [\n    { \"file\": 7 }\n  ]\n}\n".utf8)
            .write(to: photos.folder.url.appending(path: "feed.json"))
        let result = try await Program(environment: home.environment).run(["serve", photos.path, "--port", "0"])
        #expect(result.status == 65)
        #expect(result.errors.contains("line 3"))
    }

    @Test("Program: it runs where neither the checkout nor the build folder is")
    func test_program_runsFromElsewhere() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.url.appending(path: "essential-feed")
        // A file that this process wrote could still be open for writing in another child, and would not start.
        try Subprocess.run(["cp", Program.url.path, copy.path])
        let running = try RunningProgram(
            executable: copy, arguments: ["feed", "--url", "http://127.0.0.1:1"],
            environment: ["HOME": folder.path, "LANG": "el_GR.UTF-8"])
        let result = await running.result()
        #expect(result.status == 69)
        #expect(result.errors.contains("Δεν υπάρχει σύνδεση"))
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct ServeCheckTests {
    private let home: Home
    private let temporary = TemporaryFolder()

    init() {
        home = Home(environment: ["TMPDIR": temporary.path])
    }

    /// Returns the paths of all files that programs have created, and not deleted.
    private func created() throws -> Set<String> {
        Set(try [home.folder.path, temporary.path].flatMap { try FileManager.default.subpathsOfDirectory(atPath: $0) })
    }

    /// Returns what follows the program's name in each line on standard error.
    private func problems(_ result: TestProgram.Result) -> [Substring] {
        result.errors.split(separator: "\n").map { $0.trimmingPrefix("essential-feed: ") }
    }

    @Test func `Program: serve --check says in one line what it would serve and where, and ends with 0`() async throws {
        let photos = try PhotoFolder(count: 1)
        let good = try await home.run("serve", photos.path, "--check", "--port", "0")
        #expect(good.status == 0, "\(good.errors)")
        #expect(good.text.wholeMatch(of: /Ready to serve 1 photo at http:\/\/127\.0\.0\.1:\d+\n/) != nil)

        try Data("no picture".utf8).write(to: photos.folder.url.appending(path: "notes.txt"))
        let open = try await home.run(
            "serve", photos.path, "--check", "--port", "0", "--public", "--public-url", "https://photos.example.com/p/")
        #expect(open.status == 0)
        #expect(open.text == "Ready to serve 1 photo at https://photos.example.com/p\n")
        #expect(open.errors.contains("left out, not JPEG, PNG, WebP, GIF, HEIC or AVIF: notes.txt"))
        #expect(try created() == [])
    }

    @Test func `Program: serve --check names what --exclude leaves out, and links that lead out`() async throws {
        let photos = try PhotoFolder()
        try FileManager.default.createSymbolicLink(
            atPath: photos.folder.url.appending(path: "out.png").path, withDestinationPath: "/etc/passwd")
        let result = try await home.run(
            "serve", photos.path, "--check", "--port", "0", "--exclude", "photo-0.png", "--exclude", "photo-[1-2].*")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.hasPrefix("Ready to serve 1 photo at "), "\(result.text)")
        for line in [
            "left out, excluded by a pattern: photo-0.png, photo-1.png, photo-2.png",
            "left out, links out of the folder: out.png",
        ] {
            #expect(result.errors.contains(line), "\(result.errors)")
        }
    }

    @Test func `Program: serve --check names every problem, and ends with the first one's status`() async throws {
        let photos = try PhotoFolder()
        try Data("photos:\n- fil: photo-0.png\n".utf8).write(to: photos.folder.url.appending(path: "feed.yaml"))
        let server = try await LyingServer()
        var arguments = ["serve", photos.path, "--port", String(server.port)]
        var named = ["feed.yaml, line 2: ", "port \(server.port) on 127.0.0.1 is already taken"]
        for (options, status, problem) in [
            ([], 65, nil), (["--tls-cert", "/none.pem", "--tls-key", "/none.key"], 69, "can’t read /none.pem: "),
            (["--public-url", "https://photos.example.com"], 64, "other computers can reach this server"),
        ] as [([String], Int32, String?)] {
            arguments += options
            if let problem { named.insert(problem, at: 0) }
            let before = try created()
            let result = try await home.run(arguments + ["--check"])
            #expect(result.status == status)
            #expect(result.text == "")
            let problems = problems(result)
            #expect(problems.count == named.count, "\(result.errors)")
            for (problem, beginning) in zip(problems, named) { #expect(problem.hasPrefix(beginning)) }
            #expect(try created() == before)

            let serve = try await home.run(arguments)
            #expect(serve.status == status)
            #expect(self.problems(serve) == Array(problems.prefix(1)))
        }
        try await server.stop()
    }

    @Test func `Program: serve --check warns of a public URL at which the server doesn't listen`() async throws {
        let photos = try PhotoFolder(count: 1)
        let server = try await LyingServer()
        try await server.stop()
        let result = try await home.run(
            "serve", photos.path, "--check", "--port", "\(server.port)", "--public", "--public-url",
            "http://192.0.2.1:\(server.port)")
        #expect(result.status == 0, "\(result.errors)")
        let warning = "can’t reach http://192.0.2.1:\(server.port): the server listens on 127.0.0.1 only"
        #expect(result.errors.contains(warning), "\(result.errors)")
    }

    @Test func `Program: serve --check with a wrong call ends with 64`() async throws {
        #expect(try await home.run("serve", "--check").status == 64)
        #expect(try await home.run("serve", home.folder.path, "--check", "--tls-cert", "a.pem").status == 64)
    }

    @Test(
        "Program: beside a running server, serve --check says what is in use, and a second one ends; the first goes on")
    func checkRunsBesideServer() async throws {
        let photos = try PhotoFolder()
        let server = try await home.serve(photos)
        let state = home.stateFolder.path
        func check(port: Int) async throws -> TestProgram.Result {
            try await home.run(
                "serve", photos.path, "--check", "--host", server.host, "--port", String(port), "--state", state)
        }
        let same = try await check(port: server.port)
        #expect(same.status == 69)
        #expect(same.errors.contains("port \(server.port) on \(server.host) is already taken"))
        let another = try await check(port: 0)
        #expect(another.status == 0)
        #expect(!another.errors.contains("index"), "\(another.errors)")
        // A start isn't a check.
        let started = try await home.run("serve", photos.path, "--host", server.host, "--port", "0", "--state", state)
        #expect(started.status == 69)
        #expect(started.errors.contains("another server already serves \(photos.path)"), "\(started.errors)")
        #expect(try await home.run("feed", at: server.address).status == 0)
        #expect(await server.stop().status == 0)
        let after = try await check(port: server.port)
        #expect(after.status == 0)
        #expect(after.text == "Ready to serve 4 photos at \(server.address)\n")
    }
}

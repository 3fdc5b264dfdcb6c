import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
    @Test(
        "Program: a wrong call ends with 64, says what to do on standard error and prints nothing",
        arguments: [
            ["feed"],
            ["feed", "--url", "not a url"],
            ["feed", "--url", "ftp://host"],
            ["feed", "--url", "http://"],
            ["feed", "--url", "http://127.0.0.1:1", "--pages", "0"],
            ["feed", "--unknown"],
            ["image", "image.jpg", "--url", "http://127.0.0.1:1"],
            ["image", "file:///etc/passwd", "--url", "http://127.0.0.1:1"],
            ["comments", "no-uuid", "--url", "http://127.0.0.1:1"],
            ["comments", "--url", "http://127.0.0.1:1"],
            ["cache", "status"],
            ["nonsense"],
            ["serve", ".", "--host", "0.0.0.0"],
            ["serve", ".", "--port", "70000"],
            ["serve", ".", "--rescan", "5"],
            ["serve", ".", "--rescan", "0s"],
            ["serve", ".", "--rescan", "99999999999999999999h"],
            ["feed", "--url", "http://127.0.0.1:1", "--trace", "file"],
            ["comments", "11E123D5-1272-4F17-9B91-F3D0FFEC895A", "--url", "http://127.0.0.1:1", "--trace", "file"],
            ["cache", "status", "--url", "http://127.0.0.1:1", "--trace", "file"],
        ])
    func test_program_endsWith64ForWrongCall(arguments: [String]) async throws {
        let home = try Home()
        let result = try await Program(environment: home.environment).run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test("Program: without --url, the server's address comes from the environment")
    func test_program_takesAddressFromEnvironment() async throws {
        let server = try await LyingServer()
        server.answer("/base/feed", with: .json(#"{"items":[]}"#))
        let home = try Home(environment: ["ESSENTIAL_FEED_URL": server.url("/base/").absoluteString])
        #expect(try await home.run("feed").status == 0)
        #expect(server.requests.events.map(\.target) == ["/base/feed?limit=10"])
        try await server.stop()
    }

    @Test("Program: the cache is in $XDG_CACHE_HOME, or in ~/.cache if that isn't set")
    func test_program_findsCacheFolder() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let address = server.url().absoluteString
        let home = try Home()
        for (environment, path) in [
            ([:], ".cache/essential-feed"), (["XDG_CACHE_HOME": home.folder.path + "/x"], "x/essential-feed"),
        ] {
            let program = Program(environment: home.environment.merging(environment) { $1 })
            #expect(try await program.run(["feed", "--url", address]).status == 0)
            #expect(FileManager.default.fileExists(atPath: home.folder.url.appending(path: path).path))
        }
        try await server.stop()
    }

    @Test("Program: --help shows examples, --version the version, and completions are generated")
    func test_program_helps() async throws {
        let program = Program()
        let help = try await program.run(["--help"])
        #expect(help.status == 0)
        #expect(help.text.contains("essential-feed serve ~/Photos"))
        #expect(try await program.run(["--version"]).text.hasPrefix("essential-feed "))
        for shell in ["bash", "zsh", "fish"] {
            #expect(try await program.run(["--generate-completion-script", shell]).text.contains("essential-feed"))
        }
        for command in [["feed"], ["image"], ["comments"], ["cache", "status"], ["sync"], ["serve"]] {
            #expect(try await program.run(command + ["--help"]).status == 0)
        }
    }

    @Test("Program: it speaks the session's language")
    func test_program_speaksLanguageOfTheSession() async throws {
        let greek = try Home(environment: ["LANG": "el_GR.UTF-8"])
        #expect(try await greek.run("feed", at: "http://127.0.0.1:1").errors.contains("Δεν υπάρχει σύνδεση"))
        let portuguese = try Home(environment: ["LANG": "pt_BR.UTF-8"])
        #expect(try await portuguese.run("feed", at: "http://127.0.0.1:1").errors.contains("Sem conexão"))
    }

    @Test("N011 Program: a password in the address is sent as Basic authorization and appears nowhere else")
    func test_program_keepsPasswordOutOfOutputAndDisk() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#), .json("no json"))
        let home = try Home()
        let address = server.url(userInfo: "user:secret-password").absoluteString
        var results = [try await home.run("feed", "--json", "--verbose", at: address)]
        results.append(try await home.run("feed", "--verbose", at: address))
        results.append(try await home.run("cache", "status", "--json", "--verbose", at: address))
        results.append(try await home.run("cache", "status", at: address))
        results.append(try await home.run("feed", at: "http://user:secret-password@[broken"))
        try await server.stop()
        results.append(try await home.run("comments", UUID().uuidString, "--verbose", at: address))

        #expect(server.requests.events[0]["authorization"] == "Basic dXNlcjpzZWNyZXQtcGFzc3dvcmQ=")
        for result in results { #expect(!(result.text + result.errors).contains("secret-password")) }
        let files = try #require(FileManager.default.enumerator(atPath: home.cacheFolder.path)).compactMap {
            $0 as? String
        }
        #expect(!files.isEmpty)
        for file in files {
            #expect(!file.contains("secret"))
            let url = home.cacheFolder.appending(path: file)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            let bytes = try Data(contentsOf: url)
            #expect(bytes.range(of: Data("secret-password".utf8)) == nil)
            #expect(bytes.range(of: Data("dXNlcjpzZWNyZXQ".utf8)) == nil)
        }
    }
}

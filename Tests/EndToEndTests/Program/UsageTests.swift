import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct UsageTests {
    private let home = Home()

    @Test(
        arguments: [
            ["feed"],
            ["feed", "--url", "not a url"],
            ["feed", "--url", "htp:/x y"],
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
        ])
    func `Program: a wrong call ends with 64, says what to do and prints nothing`(arguments: [String]) async throws {
        let result = try await Program(environment: home.environment).run(arguments)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test(
        "Program: standard error has one line, with a small letter and no full stop; a slip names the command",
        arguments: [
            (["feeed"], "unknown command “feeed”; did you mean “feed”?"),
            (["cache", "stats"], "unknown command “stats”; did you mean “status”?"),
            (["xyzzy"], "unknown command “xyzzy”; see “essential-feed --help”"),
            (["share"], "unknown command “share”; see “essential-feed --help”"),
            (
                ["feed", "--pagse", "2"],
                "unknown option '--pagse'; did you mean '--pages'?; see “essential-feed feed --help”"
            ),
            (["comments"], "missing expected argument '<photo>'; see “essential-feed comments --help”"),
            (["feed", "-q", "-v"], "--verbose and --quiet can’t be used together; see “essential-feed feed --help”"),
            (
                ["serve", ".", "--rescan", "1"],
                "1 isn’t a valid interval; use 1s to 8760h, such as 30s, 5m or 1h"
            ),
            (
                ["serve", ".", "--public-url", "https://host/a", "--base-path", "/b"],
                "the public URL doesn’t end in the base path /b; change one of them, or leave --base-path out if a proxy removes the path"
            ),
            (
                ["serve", ".", "--tls-cert", "a", "--tls-key", "b", "--public-url", "http://host"],
                "with --tls-cert, the server uses https, so --public-url must begin with https"
            ),
            (["serve", "/no/such/folder"], nil), (["backup", "/dev/null"], nil), (["revoke", "x"], nil),
            (["feed", "--url", "http://127.0.0.1:1"], nil), (["image", "x", "--url", "http://127.0.0.1:1"], nil),
        ] as [([String], String?)])
    func programTellsErrorsInOneStyle(arguments: [String], message: String?) async throws {
        let result = try await Home().run(arguments)
        #expect(result.status != 0)
        let line = try #require(result.errors.wholeMatch(of: /essential-feed: ([^\n]*[^.\n])\n/)?.1, "\(result.errors)")
        #expect(line.first?.isUppercase == false, "\(line)")
        if let message { #expect(line == message) }
    }

    @Test(
        arguments: [
            ["feed"], ["feed", "--pages"], ["feed", "--pages", "1", "-q", "--"], [], ["cache"], ["cache", "status"],
            ["comments", "1"], ["serve", ".", "--port"], ["sync", "--trust-fingerprint"],
        ])
    func `An address in the wrong place isn't printed; the error says where it goes`(call: [String]) async throws {
        for address in ["https://maria:s3cret@photos.example.com", "maria:s3cret@photos.example.com:8443"] {
            // Where else it may be doesn't depend on the command.
            for words in [[address]] + (call == ["feed"] ? [["a", address], ["--\(address)"]] : []) {
                let result = try await Home().run(call + words)
                #expect(result.status == 64)
                #expect(!result.errors.contains("s3cret"), "\(result.errors)")
                guard words == [address] else { continue }
                let hint = "pass the address with --url or in ESSENTIAL_FEED_URL; see “"
                #expect(result.errors.contains(hint), "\(result.errors)")
            }
        }
    }

    @Test func `An address after a misspelled option isn't printed either, nor is any by the app`() async throws {
        let misspelled = try await Home().run("feed", "--ulr=https://maria:s3cret@photos.example.com")
        #expect(misspelled.errors.contains("did you mean '--url'?"), "\(misspelled.errors)")
        #expect(!misspelled.errors.contains("s3cret"))
        for words in [["https://maria:s3cret@photos.example.com"], ["--cache-dir", ".", "maria:s3cret@[::1]"]] {
            let result = try await Program(environment: Home().environment).run(words, of: "essential-feed-app")
            #expect(result.status == 64)
            #expect(
                result.errors
                    == "essential-feed-app: pass the address with --url or in ESSENTIAL_FEED_URL; see “essential-feed-app --help”\n"
            )
        }
    }

    @Test(
        arguments: [
            ["comments", "https://maria:s3cret@h/1", "--url", "http://127.0.0.1:1"],
            ["image", "https://maria:s3cret@h/1", "--url", "http://127.0.0.1:1"],
            ["invite", "https://maria:s3cret@h", "--public-url", "https://h"],
            ["revoke", "https://maria:s3cret@h"], ["restore", "https://maria:s3cret@h"],
            ["serve", "https://maria:s3cret@h"], ["serve", "https://maria:s3cret@h", "--check"],
            ["serve", ".", "--host", "https://maria:s3cret@h"], ["serve", ".", "--public-url", "x://maria:s3cret@h"],
            ["feed", "--url", "x://maria:s3cret@h"], ["feed", "--url", "http:/maria:s3cret@h"],
        ])
    func `No error repeats the password of an address, whatever was meant by it`(call: [String]) async throws {
        let result = try await Home().run(call)
        #expect(result.status != 0)
        #expect(!(result.text + result.errors).contains("s3cret"), "\(result.errors)")
    }

    @Test(
        "Program: a process that may open too few files says so and ends with 71",
        arguments: [("essential-feed", ["feed"]), ("essential-feed", ["serve"]), ("essential-feed-app", [])])
    func programSaysThatTooFewFilesMayBeOpen(name: String, command: [String]) async throws {
        let rest = command == ["serve"] ? [home.folder.path] : ["--url", "http://127.0.0.1:1"]
        for limit in [8, 10, 16] {
            let call = ["bash", "-c", #"ulimit -n "$0"; exec "$@""#, String(limit), Program.url(of: name).path]
            let result = try await TestProgram.run(
                call + command + rest, environment: Program.inherited().merging(home.environment) { $1 })
            #expect(result.status == 71, "\(result.errors)")
            #expect(
                result.errors.hasPrefix("\(name): the open-file limit is \(limit), and at least "),
                "\(result.errors)")
        }
    }

    @Test func `Program: with --quiet, standard error has nothing but errors`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let address = server.url().absoluteString
        #expect(try await home.run("feed", at: address).status == 0)
        try await server.stop()
        #expect(try await home.run("feed", at: address).errors.contains("offline"))
        let quiet = try await home.run("feed", "--quiet", at: address)
        #expect(quiet.status == 0)
        #expect(quiet.errors.isEmpty)
        let failed = try await home.run("comments", UUID().uuidString, "-q", at: address)
        #expect(failed.errors.contains("couldn’t connect"), "\(failed.errors)")
    }

    @Test func `Program: without --url, the server's address comes from the environment`() async throws {
        let server = try await LyingServer()
        server.answer("/base/feed", with: .json(#"{"items":[]}"#))
        let home = Home(environment: ["ESSENTIAL_FEED_URL": server.url("/base/").absoluteString])
        #expect(try await home.run("feed").status == 0)
        #expect(server.requests.events.map(\.target) == ["/base/feed?limit=10"])
        try await server.stop()
    }

    @Test func `Program: the cache is in $XDG_CACHE_HOME, or in ~/.cache if that isn't set`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let address = server.url().absoluteString
        for (environment, path) in [
            ([:], ".cache/essential-feed"), (["XDG_CACHE_HOME": home.folder.path + "/x"], "x/essential-feed"),
        ] {
            let program = Program(environment: home.environment.merging(environment) { $1 })
            #expect(try await program.run(["feed", "--url", address]).status == 0)
            #expect(FileManager.default.fileExists(atPath: home.folder.url.appending(path: path).path))
        }
        try await server.stop()
    }

    @Test func `Program: --help shows examples, --version the version, and completions are generated`() async throws {
        let program = Program()
        let help = try await program.run(["--help"])
        #expect(help.status == 0)
        #expect(help.text.contains("essential-feed serve ~/Photos"))
        #expect(help.text.contains("\n  74   the cache or the server's state can't be used\n"))
        let statuses = help.text.matches(of: /\n  (\d+) +[a-z]/).compactMap { Int32($0.output.1) }
        #expect(statuses == [0] + (Int32(1)...255).compactMap { essential_feed.ExitStatus(rawValue: $0)?.rawValue })
        #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(try await program.run(["--version"]).text.hasPrefix("essential-feed "))
        for shell in ["bash", "zsh", "fish"] {
            #expect(try await program.run(["--generate-completion-script", shell]).text.contains("essential-feed"))
        }
        for command in [["feed"], ["image"], ["comments"], ["cache", "status"], ["sync"], ["serve"]] {
            #expect(try await program.run(command + ["--help"]).status == 0)
        }
    }

    @Test func `Program: a password in the address is sent as Basic authorization, and is nowhere else`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#), .json("no json"))
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

    @Test func `Program: the log doesn't show the token and the signature of an image's URL`() async throws {
        let server = try await LyingServer()
        let items = (0..<2).map {
            #"{"id":"\#(UUID().uuidString)","image":"\#(server.url("/\($0)?token=s3cret&signature=s3cret"))"}"#
        }
        server.answer("/feed", with: .json(#"{"items":[\#(items.joined(separator: ","))]}"#))
        server.answer("/0", with: .response(status: 500))
        server.answer("/1", with: .response(body: anyPNG(salt: 2).prefix(40)))
        let address = server.url(userInfo: "maria:s3cret").absoluteString
        for _ in 0..<2 {
            let result = try await home.run("sync", "--verbose", at: address)
            #expect(result.errors.contains("/0: status"), "\(result.errors)")
            #expect(!(result.errors + result.text).contains("s3cret"), "\(result.errors)")
        }
        #expect(server.requests.events.allSatisfy { $0.path == "/feed" || $0.target.contains("s3cret") })
        try await server.stop()
    }

    @Test func `Program: with a proxy, requests and passwords for this machine don't go there`() async throws {
        let (proxy, server) = (try await LyingServer(), try await LyingServer())
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        let home = Home(environment: ["http_proxy": proxy.url().absoluteString])
        #expect(try await home.run("feed", at: server.url(userInfo: "maria:secret").absoluteString).status == 0)
        #expect(server.requests.events.count == 1)
        #expect(proxy.connections.events.isEmpty)
        try await server.stop()
        try await proxy.stop()
    }

    @Test(
        "Program: help, errors of the command line and errors of the server are in the session's language",
        arguments: [
            (["serve", "--help"], "Διάθεση ενός φακέλου φωτογραφιών ως ροής."),
            (["backup", "--help"], "Παραδείγματα:"),
            (["cache", "stats"], "essential-feed: άγνωστη εντολή «stats»· μήπως εννοείτε «status»;"),
            (["feed", "-q", "-v"], "essential-feed: τα --verbose και --quiet αποκλείουν το ένα το άλλο· δείτε"),
            (["serve", "/no/such/folder"], "essential-feed: αδυναμία ανάγνωσης του φακέλου /no/such/folder: "),
            (["serve", ".", "--port", "70000"], "essential-feed: το 70000 δεν είναι έγκυρη θύρα· "),
            (["feed", "--url", "http://127.0.0.1:1"], "δεν ήταν δυνατή η σύνδεση"),
            (["revoke", "maria"], "essential-feed: το όνομα maria δεν έχει πρόσκληση· "),
            (["restore", "/dev/null"], "essential-feed: το /dev/null δεν είναι φάκελος· "),
        ] as [([String], String)])
    func programSpeaksLanguageOfTheSession(arguments: [String], text: String) async throws {
        let environment = home.environment.merging(["LANGUAGE": "el", "LANG": "el_GR.UTF-8"]) { $1 }
        let result = try await Program(environment: environment).run(arguments)
        #expect((result.text + result.errors).contains(text), "\(result.text)\(result.errors)")
    }
}

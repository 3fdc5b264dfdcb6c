import EssentialFeed
import Foundation
import TestSupport
import Testing

@testable import essential_feed

@Suite struct InviteCommandTests {
    private let home = Home()

    private struct Invited: Decodable, Equatable {
        let name: String
        let scopes: [String]
        let token: String
        let link: String
    }

    private var state: [String] { home.stateOption }

    private func invite(_ name: String, to address: String? = nil, _ options: String...) async throws -> Invited {
        let result = try await home.run(
            ["invite", name, "--json"] + options + state + (address.map { ["--public-url", $0] } ?? []))
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Invited.self, from: result.output)
    }

    @Test func `Program: invite --json prints name, scopes, token and link, otherwise the link alone`() async throws {
        let result = try await home.run(
            ["invite", "maria", "--json", "--public-url", "https://photos.example.com/p/"] + state)
        let invited = try JSONDecoder().decode(Invited.self, from: result.output)
        let link = "https://photos.example.com/p/join#maria:\(invited.token)"
        #expect(
            result.text
                == #"{"name":"maria","scopes":["read","comment"],"token":"\#(invited.token)","link":"\#(link)"}"# + "\n"
        )
        #expect(result.errors == "")

        let plain = try await home.run(["invite", "bob", "--public-url", "https://photos.example.com"] + state)
        #expect(plain.text.wholeMatch(of: #/https:\/\/photos\.example\.com\/join#bob:[\w-]{43}\n/#) != nil)
        #expect(plain.errors.contains("for bob only"))
    }

    @Test func `Program: invite says how to make a new link for the same person, and makes it`() async throws {
        let first = try await invite("maria", to: "https://photos.example.com", "--may", "post")
        let taken = try await home.run(["invite", "maria", "--public-url", "https://photos.example.com"] + state)
        #expect(taken.status != 0)
        #expect(taken.errors.contains("essential-feed invite \"maria\" --new-link"))
        let second = try await invite("maria", to: "https://photos.example.com", "--new-link")
        #expect(second.scopes == ["read", "comment", "post"])
        #expect(second.token != first.token)
        let third = try await invite("maria", to: "https://photos.example.com", "--new-link", "--may", "read")
        #expect(third.scopes == ["read"])
        let unknown = try await home.run(
            ["invite", "bob", "--new-link", "--public-url", "https://photos.example.com"] + state)
        #expect(unknown.errors.contains("bob isn’t invited"))
    }

    @Test func `Program: people lists names, scopes, last use; revoke ends one; --json has stable keys`() async throws {
        #expect(try await home.run(["people"] + state).errors.contains("no one is invited yet"))
        _ = try await invite("maria", to: "https://photos.example.com", "--may", "read")
        _ = try await invite("bob", to: "https://photos.example.com")
        let table = try await home.run(["people"] + state)
        #expect(table.text.hasPrefix("Name   Access         Invited"))
        #expect(table.text.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["Name", "maria", "bob"])
        #expect(table.text.contains("never"))
        #expect(table.text.contains("bob    read, comment  "))
        let json = try await home.run(["people", "--json"] + state)
        #expect(
            json.text.wholeMatch(
                of:
                    #/\{"people":\[\{"name":"maria","scopes":\["read"\],"id":"[\w-]{11}","created_at":"[^"]*Z","last_used_at":null,"devices":\[\]\},\{"name":"bob".*\}\]\}\n/#
            ) != nil, "\(json.text)")

        #expect(try await home.run(["revoke", "maria"] + state).status == 0)
        let unknown = try await home.run(["revoke", "maria"] + state)
        #expect(unknown.status == 66)
        #expect(unknown.errors.contains("essential-feed people"))
        #expect(try await !home.run(["people"] + state).text.contains("maria"))
    }

    @Test func `Program: the first invitation says that the owner needs one, unless it is the owner's`() async throws {
        let url = ["--public-url", "https://photos.example.com"]
        let hint = "invite yourself"
        #expect(try await home.run(["invite", "maria"] + url + state).errors.contains(hint))
        #expect(try await !home.run(["invite", "bob"] + url + state).errors.contains(hint))
        let other = Home()
        let owners = ["--may", "admin", "--state", other.folder.url.appending(path: "state").path]
        #expect(try await !other.run(["invite", "nikos"] + url + owners).errors.contains(hint))
    }

    @Test func `Program: people lists each person's browsers, and revoke --device signs one out`() async throws {
        let photos = try PhotoFolder()
        let server = try await home.serve(photos, isPublic: false)
        let (maria, bob) = (try await invite("maria"), try await invite("bob"))
        let cookies = home.folder.url.appending(path: "cookies")
        func status(_ arguments: String...) async throws -> String { try await TestProgram.curlStatus(arguments) }
        func join(_ person: Invited, _ jar: String, as agent: String) async throws -> String {
            try await status(
                "-c", cookies.path + jar, "-A", agent, "--data", "link=\(person.token)", server.address + "/join")
        }
        #expect(try await join(maria, "1", as: "Mozilla/5.0 (Android 15; Mobile) Firefox/150.0") == "303")
        #expect(try await join(maria, "2", as: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0") == "303")
        #expect(try await join(bob, "3", as: "curl") == "303")
        let table = try await home.run(["people"] + state).text
        let lines = table.split(separator: "\n")
        #expect(lines.map { $0.prefix(2) } == ["Na", "ma", "  ", "  ", "bo", "  "], "\(table)")
        let phone = try #require(table.firstMatch(of: #/\n  ([0-9a-f]{8})  Firefox, Android, signed in/#)).1
        let json = try await home.run(["people", "--json"] + state).text
        #expect(json.contains(#""devices":[{"id":"\#(phone)","device":"Firefox, Android","created_at":""#), "\(json)")

        let wrong = try await home.run(["revoke", "bob", "--device", String(phone)] + state)
        #expect(wrong.status == 66 && wrong.errors.contains("bob has no device \(phone)"), "\(wrong.errors)")
        let result = try await home.run(["revoke", "maria", "--device", String(phone)] + state)
        #expect(result.text == "maria’s device \(phone) is signed out.\n", "\(result.errors)")
        // The server notices it within a second; the other devices and the link stay valid.
        try await waitUntil { try await status("-b", cookies.path + "1", server.address + "/feed") == "401" }
        for jar in ["2", "3"] {
            #expect(try await status("-b", cookies.path + jar, server.address + "/feed") == "200")
        }
        #expect(try await status("-H", "Authorization: Bearer \(maria.token)", server.address + "/feed") == "200")
        let both = try await home.run(["revoke", "maria", "--device", "x", "--with-comments"] + state)
        #expect(both.status == 64)

        // Without --sign-out, a new link keeps browsers signed in.
        let renewal = ["invite", "maria", "--new-link", "--public-url", server.address]
        #expect(try await home.run(renewal + state).status == 0)
        #expect(try await status("-b", cookies.path + "2", server.address + "/feed") == "200")
        #expect(try await home.run(renewal + ["--sign-out"] + state).status == 0)
        try await waitUntil { try await status("-b", cookies.path + "2", server.address + "/feed") == "401" }
        #expect(try await status("-b", cookies.path + "3", server.address + "/feed") == "200")
        let alone = try await home.run(["invite", "olga", "--sign-out", "--public-url", server.address] + state)
        #expect(alone.status == 64)
        await server.stop()
    }

    @Test(arguments: ["> /dev/full", ">&-", "| true"], [[], ["--json"]])
    func `Program: an invitation whose link can't be printed is an error, and isn't valid`(
        output: String, options: [String]
    ) async throws {
        // The pipe's reader has ended before anything is written.
        let command = "{ [ '\(output)' != '| true' ] || sleep 1; \"$@\"; echo $? >&2; } \(output)"
        let arguments = ["invite", "maria", "--public-url", "https://photos.example.com"] + options + state
        let result = try await TestProgram.run(
            ["sh", "-c", command, "sh", Program.url.path] + arguments,
            environment: Program.inherited().merging(home.environment) { $1 })
        #expect(result.errors.contains("can’t write the output"), "\(result.errors)")
        #expect(result.errors.hasSuffix("\n73\n"), "\(result.errors)")
        #expect(try await home.run(["people"] + state).errors.contains("no one is invited yet"))
    }

    @Test func `Program: after the last invitation's end, no one reads the feed, even after a restart`() async throws {
        let photos = try PhotoFolder()
        let first = try await home.serve(photos, isPublic: false)
        _ = try await invite("maria")
        #expect(try await home.run(["revoke", "maria"] + state).status == 0)
        await first.stop()
        let second = try await home.serve(photos, isPublic: false)
        #expect(try await TestProgram.curlStatus([second.address + "/feed"]) == "401")
        #expect(await second.stop().errors.contains("no one is invited"))
    }

    @Test func `Program: invite refuses a taken or unusable name, and makes no token for no address`() async throws {
        let unknown = try await home.run(["invite", "maria"] + state)
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("--public-url"))
        #expect(try await home.run(["people"] + state).text == "")

        _ = try await invite("maria", to: "https://photos.example.com")
        for name in ["maria", "Maria", "two  words", "a:b", "", ".", ".."] {
            let result = try await home.run(["invite", name, "--public-url", "https://photos.example.com"] + state)
            #expect(result.status == 64, "\(name)")
            #expect(result.text == "")
        }
        let secret = try await home.run(["invite", "bob", "--public-url", "https://a:secret@b"] + state)
        #expect(secret.status == 64)
        #expect(!secret.errors.contains("secret"))
    }

    @Test func `Program: with a damaged file of tokens, every command and the server end with 74`() async throws {
        _ = try await invite("maria", to: "https://photos.example.com")
        try Data("{".utf8).write(to: URL(filePath: state[1]).appending(path: "tokens.json"))
        let photos = try PhotoFolder()
        for call in [
            ["people"], ["revoke", "maria"], ["invite", "bob", "--public-url", "http://a.b"],
            ["serve", photos.path, "--port", "0"],
        ] {
            let result = try await home.run(call + state)
            #expect(result.status == 74, "\(call): \(result.errors)")
            #expect(result.errors.contains("damaged"))
        }
    }

    @Test func `Program: in a terminal, invite draws a QR code that a reader decodes to the link`() async throws {
        let result = try await home.onTerminal(columns: 100).inColours().run(
            ["invite", "maria", "--public-url", "https://photos.example.com/p"] + state)
        let link = try #require(result.errors.firstMatch(of: #/https:\/\/photos\.example\.com\/p\/join#maria:\S+/#))
            .output
        let code = try DrawnCode(result.errors)
        let picture = home.folder.url.appending(path: "code.pbm")
        try code.bitmap(scale: 4).write(to: picture)
        let read = try await TestProgram.succeed(["zbarimg", "--quiet", "--raw", picture.path])
        #expect(read.text == link + "\n")
    }

    @Test func `Program: in a terminal too narrow for the code, invite says how wide it must be`() async throws {
        let result = try await home.onTerminal(columns: 40).inColours().run(
            ["invite", "maria", "--public-url", "https://photos.example.com/p"] + state)
        #expect(result.errors.contains("columns wide"))
        #expect(!result.errors.contains("▀"))
    }

    @Test func `Program: the link loads feed and images until it is revoked, and then says so`() async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let maria = try await invite("maria")
        #expect(maria.link == server.address + "/join#maria:\(maria.token)")

        let feed = try PrintedFeed(try await home.run("feed", "--json", at: maria.link))
        #expect(feed.source == "remote")
        let image = try #require(feed.items.first?.image)
        #expect(image.contains("signature="))
        #expect(try await home.run("image", "2", at: maria.link).status == 0)
        #expect(try await home.run("comments", "1", at: maria.link).status == 0)
        #expect(try await home.run("sync", at: maria.link).status == 0)
        // The URL stays the same, so the image is not downloaded again.
        #expect(try PrintedFeed(try await home.run("feed", "--json", at: maria.link)).items == feed.items)
        let curl = try await TestProgram.run(["curl", "-sf", image])
        #expect(curl.status == 0)

        #expect(try await home.run(["revoke", "maria"] + state).status == 0)
        var saved = try await home.run("feed", "--json", at: maria.link)
        try await waitUntil {
            saved = try await home.run("feed", "--json", at: maria.link)
            return try PrintedFeed(saved).source != "remote"
        }
        #expect(saved.errors.contains("our invitation has ended"), "\(saved.errors)")
        for arguments in [["comments", "1"], ["sync"]] {
            let result = try await home.run(arguments, at: maria.link)
            #expect(result.errors.contains("our invitation has ended"), "\(result.errors)")
        }
        let other = Home()
        let refused = try await other.run("feed", at: maria.link)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("our invitation has ended"), "\(refused.errors)")
        #expect(try await TestProgram.run(["curl", "-sf", image]).status == 22)
        let log = await server.stop().errors
        #expect(!log.contains(maria.token))
        #expect(!log.contains("signature"))
        #expect(!log.contains("maria"))
    }
}

/// A QR code as it was drawn in a terminal.
private struct DrawnCode {
    /// `true` is dark.
    private let rows: [[Bool]]

    init(_ output: String) throws {
        let style = "\u{1B}[38;5;16;48;5;231m"
        let lines = output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(style) }
            .map { $0.dropFirst(style.count).prefix { $0 != "\u{1B}" } }
        rows = lines.flatMap { line in
            [line.map { "█▀".contains($0) }, line.map { "█▄".contains($0) }]
        }
    }

    /// Returns the code as a black-and-white picture (PBM).
    func bitmap(scale: Int) -> Data {
        let width = (rows.first?.count ?? 0) * scale
        let lines = rows.flatMap { row in
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: scale) }.joined()
            return Array(repeating: line, count: scale)
        }
        return Data("P1\n\(width) \(lines.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }
}

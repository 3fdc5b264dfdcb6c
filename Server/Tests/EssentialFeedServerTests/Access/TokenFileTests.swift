import EssentialFeed
import Foundation
import HTTPTransport
import NIOPosix
import SystemPackage
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct TokenFileTests {
    private let folder = TemporaryFolder()
    private let file: TokenFile

    init() {
        file = TokenFile(in: folder.url.appending(path: "state"))
    }

    private var path: String { folder.url.appending(path: "state/tokens.json").path }

    @discardableResult
    private func invite(
        _ name: String, may scope: AccessScope = .comment, in other: TokenFile? = nil
    ) throws -> Invitation {
        try (other ?? file).invite(Invited(name, scopes: scope.withIncluded), at: Date())
    }

    @Test func `A token has 256 random bits, of which the file, readable to its owner alone, holds a digest`() throws {
        let invitations = try ["maria", "bob"].map { try invite($0) }
        let secrets = invitations.map(\.secret)
        #expect(Set(secrets).count == 2)
        for secret in secrets { #expect(Data(base64Encoded: base64(secret) + "=")?.count == 32) }

        let content = try String(contentsOfFile: path, encoding: .utf8)
        for secret in secrets {
            #expect(!content.contains(secret))
            #expect(content.contains(ContentDigest(of: Data(secret.utf8)).hexadecimal))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try file.tokens() == invitations.map(\.token).map(Self.toTheSecond))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `A state folder whose name a dangling link or a file has is refused`(isLink: Bool) throws {
        let state = folder.url.appending(path: "state", directoryHint: .notDirectory)
        if isLink {
            try FileManager.default.createSymbolicLink(
                at: state, withDestinationURL: folder.url.appending(path: "unmounted"))
        } else {
            try Data().write(to: state)
        }
        #expect(throws: AccessError.self) { try invite("maria") }
        #expect(throws: AccessError.self) { try file.revoke("maria") }
        #expect(throws: FileError.system(.notDirectory)) { try file.createFolder() }
    }

    @Test(arguments: [
        "Maria Papadopoulou", "Ελένη", "João D’Ávila", "O'Brien", "李小龍", "Anne-Marie",
        String(repeating: "ä", count: 64),
    ])
    func `A name as people have it leads through the file and the link to the sign-in`(name: String) throws {
        let invitation = try invite(name)
        #expect(try file.tokens().map(\.name) == [name])
        let link = invitation.link(to: try PhotoServerConfiguration.publicAddress("https://photos.example.com"))
        #expect(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let authorization = try ServerAddress(link).authorization
        #expect(authorization == BasicAuthorization(user: name, password: invitation.secret))
        #expect(JoinLink.secret(in: link)?.text == invitation.secret)
        try file.revoke(name)
        #expect(try file.tokens().isEmpty)
    }

    @Test func `No secret and no signature is in what logs and debuggers show of the types that have one`() throws {
        let invitation = try invite("maria")
        let signature = ImageSigner(invitation.token).signature(of: UUID(), .small)
        let credentials = RequestCredentials(authorization: "Bearer \(invitation.secret)", query: signature.query)
        #expect(credentials.secret != nil && credentials.signature != nil)
        let optionals: [Any?] = [Optional(invitation), Optional(signature)]
        for value in ([invitation, signature, credentials] as [Any]) + optionals.map({ $0 as Any }) {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains(invitation.secret), "\(type(of: value))")
                #expect(!text.contains(signature.text), "\(type(of: value))")
            }
        }
    }

    @Test(arguments: [
        "", " ", "two  words", " maria", "maria ", "a:b", "a@b", "a/b", "a\nb", "a\u{A0}b", "a%20b", ".", "..", "-_.",
        "-h", "maria\u{200B}", "maria\u{200C}", "\u{200D}maria", "mar\u{200C}\u{200D}ia", "mar-\u{200D}ia",
        "\u{202E}maria", "\u{3164}", "<b>", "So\u{338}ren", String(repeating: "a", count: 65),
    ])
    func `A name that has other characters, or neither letter nor digit, makes no token`(name: String) throws {
        #expect(throws: AccessError.invalidName(name)) { try invite(name) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `Confusable names are refused, but a file of an earlier version that has them is read`() throws {
        try invite("maria")
        #expect(throws: AccessError.nameTooSimilar("MARIA", to: "maria")) { try invite("MARIA") }
        try invite("O'Brien")
        try invite("Straße")
        try invite("Jose\u{301}")
        try invite("Άννα")
        try invite("Hậu")
        try invite("Steve")
        for name in ["Alice", "Jill10", "แอน", "น้ำ", "مریم", "ニコ"] { try invite(name) }
        for (name, other) in [
            ("AIice", "Alice"), ("A1ice", "Alice"), ("JiIl1O", "Jill10"), ("rnaria", "maria"), ("MAR1A", "maria"),
            ("MARlA", "maria"), ("เเอน", "แอน"),
            ("น\u{E4D}\u{E49}\u{E32}", "น้ำ"), ("مريم", "مریم"), ("二コ", "ニコ"),
            ("O’Brien", "O'Brien"), ("STRASSE", "Straße"), ("ＭＡＲＩＡ", "maria"),
            ("maria.", "maria"), ("Ma-ria", "maria"), ("m aria", "maria"), ("OBrien", "O'Brien"),
            // Letters of other scripts with the same look: м, а, р, і; Μ, Ι; А, Н.
            ("m\u{430}ria", "maria"), ("\u{41C}\u{410}R\u{406}A", "maria"), ("\u{39C}AR\u{399}A", "maria"),
            ("O'Brie\u{39D}", "O'Brien"), ("\u{C1}nna", "Άννα"),
            // ɑ and ɩ of phonetics; ո and օ of Armenian, ᴍ and ꓲ; small ν, which looks like v.
            ("m\u{251}r\u{269}a", "maria"), ("O'Brie\u{578}", "O'Brien"), ("\u{555}'Brien", "O'Brien"),
            ("\u{1D0D}ar\u{A4F2}a", "maria"), ("Ste\u{3BD}e", "Steve"),
            // Names wholly of Coptic, and of Canadian syllabics and Gothic; a Thai 1 and 0.
            ("\u{2C80}\u{301}\u{2C9B}\u{2C9B}\u{2C81}", "Άννα"),
            ("\u{15E9}\u{14AA}\u{10339}\u{1455}\u{1653}", "Alice"), ("Jill\u{E51}\u{E50}", "Jill10"),
            // Any letter and digit of another script: Georgian ა, Cherokee Ꭽ, an Arabic 5.
            ("m\u{10D0}ria", "maria"), ("\u{13AD}teve", "Steve"), ("O'Br\u{665}en", "O'Brien"),
            // A joiner can't be seen.
            ("mar\u{200D}ia", "maria"), ("Ha\u{302}\u{200D}\u{323}u", "Hậu"),
        ] {
            #expect(throws: AccessError.nameTooSimilar(name, to: other)) { try invite(name) }
        }
        #expect(throws: AccessError.nameTaken("Jos\u{E9}")) { try invite("Jos\u{E9}") }
        // Names of one script aren't refused because another script has some of their letters.
        let names = [
            "Анна", "Άντα", "Նունե", "Սուսան", "Գոռ", "Արազ", "Արագ", "ශ්\u{200D}රී", "علی\u{200C}رضا", "Ian", "Lan",
            "ジョン・スミス", "ז׳אן", "Gal·la", "ᏣᎳᎩ", "ᐃᓄᒃ", "ⲙⲁⲣⲕⲟⲥ", "민수 Kim", "Maria Παπά", "علی۲", "แอน๑",
            // One letter in four is the same, and the others have no look-alikes.
            "بدر R", "Omar",
        ]
        for name in names { try invite(name) }
        for name in ["O'Brien", "Straße", "José", "Άννα", "Hậu", "Steve", "Alice", "Jill10", "แอน", "น้ำ", "مریم", "ニコ"]
            + names
        { try file.revoke(name) }
        try invite("marian")
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        try text.replacing("\"marian\"", with: "\"Maria\"").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try file.tokens().map(\.name) == ["maria", "Maria"])
        try text.replacing("\"marian\"", with: "\"..\"").write(toFile: path, atomically: true, encoding: .utf8)
        try file.revoke("..")
        #expect(try file.tokens().map(\.name) == ["maria"])
    }

    @Test func `There are at most 1,000 tokens`() throws {
        let digest = ContentDigest(of: Data()).hexadecimal
        let entries = (0..<1_000).map {
            #"""
            {"id": "\#($0)", "name": "n\#($0)", "scopes": ["read"], "sha256": "\#(digest)",
            "created_at": "2026-11-20T18:04:00Z"}
            """#
        }
        // Unlike an invitation, reading compares no name with all others, which would take a minute.
        let text = #"{"version": 3, "tokens": [\#(entries.joined(separator: ","))]}"#
        var list = try TokenList(decoding: Data(text.utf8), of: path)
        let token = try AccessToken(for: Invited("one more"), secret: .random(), createdAt: Date())
        #expect(throws: AccessError.tooManyTokens(maximum: 1_000)) { try list.invite(token) }
    }

    @Test func `Of changes that are made at once, by invitations, revocations and uses, none is lost`() async throws {
        let first = try invite("first").token
        let file = file
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try invite("n\(number)")
                    try file.noteUses([first.id: date + Double(number)], at: date + 20)
                    if number % 2 == 0 { try file.revoke("n\(number)") }
                }
            }
            try await group.waitForAll()
        }
        let tokens = try file.tokens()
        #expect(Set(tokens.map(\.name)) == Set(["first"] + (0..<20).filter { $0 % 2 == 1 }.map { "n\($0)" }))
        #expect(tokens.first { $0.name == "first" }?.lastUsedAt == date + 19)
        let files = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
        #expect(Set(files) == ["tokens.json", "tokens.json.lock"])
    }

    @Test func `A use that is saved while the state folder is away doesn't create it, as it may come back`() throws {
        let token = try invite("maria").token
        let state = folder.url.appending(path: "state").path
        try FileManager.default.moveItem(atPath: state, toPath: state + ".away")
        #expect(throws: AccessError.self) { try file.noteUses([token.id: Date()], at: Date()) }
        #expect(!FileManager.default.fileExists(atPath: state))
    }

    @Test func `After the clock was ahead, the next use counts`() throws {
        let token = try invite("maria").token
        let today = Date(timeIntervalSince1970: 1_800_000_000)
        try file.noteUses([token.id: today + 1_000_000], at: today + 1_000_000)
        try file.noteUses([token.id: today], at: today)
        #expect(try file.tokens().map(\.lastUsedAt) == [today])
        try file.noteUses([token.id: today + 1_000_000], at: today + 60)
        #expect(try file.tokens().map(\.lastUsedAt) == [today + 60])
    }

    @Test func `The use of a token that has been revoked meanwhile brings nothing back`() throws {
        let token = try invite("maria").token
        try file.revoke("maria")
        try file.noteUses([token.id: Date()], at: Date())
        #expect(try file.tokens() == [])
    }

    @Test func `A file of tokens that is deleted while a use is saved stays deleted`() async throws {
        for _ in 0..<20 {
            let token = try invite("maria").token
            let use = Task.detached { [file] in try file.noteUses([token.id: Date()], at: Date()) }
            // The new content is written after the old one has been read.
            try await waitUntil {
                try access("\(path).new", F_OK) == 0 || file.tokens().first?.lastUsedAt != nil
            }
            #expect(unlink(path) == 0)
            try await use.value
            #expect(try !file.exists())
        }
        let missing = StateFile(folder: folder.url, name: "missing.json")
        #expect(throws: FileError.system(.noSuchFileOrDirectory)) { try missing.replace(by: Data(), isUpdate: true) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state"])
    }

    @Test(
        arguments: [
            "", "{", "[]", #"{"version":3}"#, #"{"version":3,"tokens":[{"name":"maria"}]}"#,
            #"{"version":3,"tokens":[{"id":"1","name":"a:b","scopes":["read"],"sha256":"00","created_at":"x"}]}"#,
        ])
    func `A damaged file of tokens is an error for whoever reads or changes it, and stays`(content: String) throws {
        try invite("maria")
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(throws: AccessError.damaged(path: path)) { try file.tokens() }
        #expect(throws: AccessError.damaged(path: path)) { try invite("bob") }
        #expect(throws: AccessError.damaged(path: path)) { try file.revoke("maria") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }

    @Test func `A token has its scopes, and a file with an unknown one, or without scopes, is damaged`() throws {
        try invite("maria")
        _ = try file.invite(Invited("bob", scopes: [.admin]), at: Date())
        #expect(try file.tokens().map(\.scopes) == [[.read, .comment], [.read, .admin]])
        let content = try String(contentsOfFile: path, encoding: .utf8)
        #expect(content.contains(#""version" : 3"#))
        for scopes in [#""scopes" : ["reign"],"#, ""] {
            let other = content.replacing(#/"scopes" : \[[^\]]*\],/#, with: scopes)
            try Data(other.utf8).write(to: URL(filePath: path))
            #expect(throws: AccessError.damaged(path: path)) { try file.tokens() }
        }
    }

    @Test func `A file of tokens that a newer version wrote is an error, and stays as it is`() throws {
        try invite("maria")
        try Data(#"{"version":4,"people":[]}"#.utf8).write(to: URL(filePath: path))
        #expect(throws: AccessError.newerVersion(path: path)) { try file.tokens() }
        #expect(throws: AccessError.newerVersion(path: path)) { try invite("bob") }
    }

    @Test func `An administrator whose invitation is the very first has the owner's id, no one after`() throws {
        #expect(try invite("olga", may: .admin).token.id == Person.owner.id)
        try file.revoke("olga")
        // With a reused id, the previous owner's browsers would be signed in as the next one.
        #expect(try invite("nikos", may: .admin).token.id != Person.owner.id)
    }

    @Test func `A file of tokens that can't be read or written is an error`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: AccessError.self) { try file.tokens() }
        try Data().write(to: folder.url.appending(path: "file"))
        let other = TokenFile(in: folder.url.appending(path: "file/state"))
        let error = #expect(throws: AccessError.self) { try invite("maria", in: other) }
        guard case .unwritable = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func `What an administrator's command writes belongs to the owner of the state folder`() throws {
        // Only an administrator can give files away; anybody else's belong to themselves.
        let owner = geteuid() == 0 ? 65_534 : geteuid()
        let state = folder.url.appending(path: "state").path
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        #expect(chmod(state, 0o777) == 0)
        #expect(chown(state, owner, gid_t.max) == 0)
        try invite("maria")
        for path in [path, "\(path).lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.ownerAccountID] as? UInt32 == owner)
        }
    }

    @Test(
        "Whatever the owner of the state folder plants there, a command gives away no file of the administrator's",
        arguments: PlantedFile.allCases, ["tokens.json", "tokens.json.lock", "tokens.json.new"])
    func changeGivesNothingAway(planted: PlantedFile, name: String) throws {
        let victim = try Victim()
        let state = folder.url.appending(path: "state")
        try victim.giveFolder(state)
        try planted.plant(at: state.appending(path: name), for: victim)
        do {
            try invite("maria")
            try file.revoke("maria")
        } catch let error as AccessError {
            switch error {
            case .unreadable, .unwritable: break
            default: Issue.record("\(error)")
            }
        }
        try victim.expectUntouched()
    }

    @Test(arguments: ["state", "above/state"])
    func `A command follows another user's link as that user, even to the administrator's`(name: String) throws {
        let victim = try AdministratorsFolder()
        let state = folder.url.appending(path: name)
        if name == "state" {
            try victim.plantLink(at: state)
        } else {
            try victim.plantLink(at: folder.url.appending(path: "above"), toParent: true)
        }
        let file = TokenFile(in: state)
        try requireRoot()
        #expect(throws: AccessError.self) { try file.tokens() }
        #expect(throws: AccessError.self) { try invite("bob", in: file) }
        #expect(throws: AccessError.self) { try file.revoke("root") }
        try victim.expectUntouched()
    }

    @Test func `A command reads nothing that the owner of the state folder couldn't`() throws {
        let other = TokenFile(in: folder.url.appending(path: "administrators"))
        try invite("root", in: other)
        let state = folder.url.appending(path: "state")
        try Victim().giveFolder(state)
        try FileManager.default.linkItem(
            at: folder.url.appending(path: "administrators/tokens.json"), to: state.appending(path: "tokens.json"))
        // Only an administrator can act as another user.
        guard geteuid() == 0 else { return #expect(try file.tokens().map(\.name) == ["root"]) }
        #expect(throws: AccessError.self) { try file.tokens() }
    }

    @Test func `What killed commands have left is removed by the next one, and nothing else is`() throws {
        try invite("maria")
        let state = folder.url.appending(path: "state")
        for name in ["tokens.json.new", "tokens.json.bak", "server.json.new"] {
            try Data("x".utf8).write(to: state.appending(path: name))
        }
        try invite("bob")
        let address = try PhotoServerConfiguration.publicAddress("https://photos.example.com")
        try PublicAddressFile(in: state).write(address)
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: state.path))
                == ["tokens.json", "tokens.json.lock", "tokens.json.bak", "server.json"])
    }

    @Test func `A change that waits while the state folder is replaced changes the new one`() async throws {
        try invite("maria")
        let (state, old) = (folder.url.appending(path: "state"), folder.url.appending(path: "old"))
        let lock = try StateFile(folder: state, name: TokenFile.name).lock()
        let change = Task { _ = try invite("bob") }
        #expect(rename(state.path, old.path) == 0)
        _ = try withExtendedLifetime(lock) { try invite("carol") }
        _ = consume lock
        try await change.value
        #expect(Set(try file.tokens().map(\.name)) == ["bob", "carol"])
        #expect(try TokenFile(in: old).tokens().map(\.name) == ["maria"])
    }

    @Test func `A token revoked between a starting server's reading and its watching doesn't count`() async throws {
        let maria = try invite("maria")
        let state = AccessState(tokens: try file.tokens(), rule: .invited, limits: RequestLimits())
        try file.revoke("maria")
        let access = try ServerAccess(
            state, of: file, in: file.folder, threads: .singleton, logger: RecordingLog().logger)
        let control = access.control
        try await waitUntil { !control.admits(TokenSecret(maria.secret)) }
        withExtendedLifetime(access) {}
    }

    @Test func `Every error of the tokens is one line that says what to do`() {
        let errors: [AccessError] = [
            .invalidName("a\nb"), .nameTaken("a"), .unknownName("a\nb"), .tooManyTokens(maximum: 1),
            .damaged(path: "/p"), .newerVersion(path: "/p"), .earlierVersion(path: "/p"),
            .unreadable(path: "/p", reason: "x\ny"), .unwritable(path: "/p", reason: "x"),
            .noStateFolder,
        ]
        for error in errors {
            #expect(!error.description.contains("\n"))
            #expect(error.description.contains(";"), "\(error.description)")
        }
    }

    private func base64(_ text: String) -> String {
        text.replacing("-", with: "+").replacing("_", with: "/")
    }

    /// Dates are saved to the second.
    private static func toTheSecond(_ token: AccessToken) -> AccessToken {
        AccessToken(
            id: token.id, for: Invited(token.name, scopes: token.scopes),
            createdAt: Date(timeIntervalSince1970: token.createdAt.timeIntervalSince1970.rounded(.down)),
            digest: token.digest)
    }
}

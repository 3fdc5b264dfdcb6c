import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct TokenFileTests {
    private let folder: TemporaryFolder
    private let file: TokenFile

    init() throws {
        folder = try TemporaryFolder()
        file = TokenFile(in: folder.url.appending(path: "state"))
    }

    private var path: String { folder.url.appending(path: "state/tokens.json").path }

    @discardableResult
    private func invite(_ name: String, at time: Date = Date()) throws -> Invitation {
        var generator = SystemRandomNumberGenerator()
        return try file.invite(name, scopes: [.read], at: time, using: &generator)
    }

    @Test("N180: a token has 256 random bits, of which the file, readable to its owner alone, holds a digest")
    func test_invite_savesDigestOnly() throws {
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

    @Test("N180: the link has the name and the secret before the host of the server's address")
    func test_link_hasNameAndSecret() throws {
        let invitation = try invite("maria")
        let address = try PhotoServerConfiguration.publicAddress("https://photos.example.com:8443/p/")
        #expect(invitation.link(to: address) == "https://maria:\(invitation.secret)@photos.example.com:8443/p")
    }

    @Test(
        "N181: a name that can't stand in a link as it is makes no token",
        arguments: ["", "two words", "a:b", "a@b", "a/b", "é", "a\nb", "a%20b", String(repeating: "a", count: 65)])
    func test_invite_refusesNames(name: String) throws {
        #expect(throws: AccessError.invalidName(name)) { try invite(name) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("N181: a name belongs to one token at a time")
    func test_invite_refusesTakenName() throws {
        try invite("a-name_1.b")
        #expect(throws: AccessError.nameTaken("a-name_1.b")) { try invite("a-name_1.b") }
        try file.revoke("a-name_1.b")
        #expect(throws: AccessError.unknownName("a-name_1.b")) { try file.revoke("a-name_1.b") }
        try invite("a-name_1.b")
        #expect(try file.tokens().count == 1)
    }

    @Test("N181: there are at most 1,000 tokens")
    func test_add_refusesTooMany() throws {
        var list = TokenList()
        var generator = SystemRandomNumberGenerator()
        for number in 0...TokenList.maximumCount {
            let token = try AccessToken(
                name: "n\(number)", scopes: [.read], secret: .random(using: &generator), createdAt: Date(),
                using: &generator)
            guard number < TokenList.maximumCount else {
                #expect(throws: AccessError.tooManyTokens(maximum: 1_000)) { try list.add(token) }
                break
            }
            try list.add(token)
        }
    }

    @Test("N182: of changes that are made at once, by invitations, revocations and uses, none is lost")
    func test_change_losesNothing() async throws {
        let first = try invite("first").token
        let file = file
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    var generator = SystemRandomNumberGenerator()
                    _ = try file.invite("n\(number)", scopes: [.read], at: Date(), using: &generator)
                    try file.noteUses([first.id: date + Double(number)])
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

    @Test("N182: the use of a token that has been revoked meanwhile brings nothing back")
    func test_noteUses_ignoresRevokedTokens() throws {
        let token = try invite("maria").token
        try file.revoke("maria")
        try file.noteUses([token.id: Date()])
        #expect(try file.tokens() == [])
    }

    @Test(
        "N183: a file of tokens that is damaged is an error for whoever reads or changes it, and stays as it is",
        arguments: [
            "", "{", "[]", #"{"version":1}"#, #"{"version":1,"tokens":[{"name":"maria"}]}"#,
            #"{"version":1,"tokens":[{"id":"1","name":"a b","scopes":["read"],"sha256":"00","created_at":"x"}]}"#,
        ])
    func test_tokens_throwsWhenDamaged(content: String) throws {
        try invite("maria")
        try Data(content.utf8).write(to: URL(filePath: path))
        #expect(throws: AccessError.damaged(path: path)) { try file.tokens() }
        #expect(throws: AccessError.damaged(path: path)) { try invite("bob") }
        #expect(throws: AccessError.damaged(path: path)) { try file.revoke("maria") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }

    @Test("N183: a file of tokens that a newer version wrote is an error, and stays as it is")
    func test_tokens_throwsWhenNewer() throws {
        try invite("maria")
        try Data(#"{"version":2,"people":[]}"#.utf8).write(to: URL(filePath: path))
        #expect(throws: AccessError.newerVersion(path: path)) { try file.tokens() }
        #expect(throws: AccessError.newerVersion(path: path)) { try invite("bob") }
    }

    @Test("N183: a file of tokens that can't be read or written is an error")
    func test_tokens_throwsWhenUnreadable() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: AccessError.self) { try file.tokens() }
        try Data().write(to: folder.url.appending(path: "file"))
        var generator = SystemRandomNumberGenerator()
        let error = #expect(throws: AccessError.self) {
            try TokenFile(in: folder.url.appending(path: "file/state")).invite(
                "maria", scopes: [.read], at: Date(), using: &generator)
        }
        guard case .unwritable = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test("N198: what an administrator's command writes belongs to the owner of the state folder")
    func test_invite_leavesTheTokensToTheOwnerOfTheFolder() throws {
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

    @Test("N183: every error of the tokens is one line that says what to do")
    func test_description_isOneLine() {
        let errors: [AccessError] = [
            .invalidName("a\nb"), .nameTaken("a"), .unknownName("a\nb"), .tooManyTokens(maximum: 1),
            .damaged(path: "/p"),
            .newerVersion(path: "/p"), .unreadable(path: "/p", reason: "x\ny"), .unwritable(path: "/p", reason: "x"),
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
            id: token.id, name: token.name, scopes: token.scopes,
            createdAt: Date(timeIntervalSince1970: token.createdAt.timeIntervalSince1970.rounded(.down)),
            digest: token.digest)
    }
}

import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

@Suite struct SignInFileTests {
    private let home = Home()
    private let server: ServerAddress

    init() throws {
        server = try ServerAddress("https://photos.example.com/maria")
    }

    private var url: URL { home.folder.url.appending(path: "config/essential-feed/sign-ins.json") }

    private func file() -> SignInFile {
        SignInFile(environment: ["XDG_CONFIG_HOME": home.folder.url.appending(path: "config").path])
    }

    @Test func `Each server's last name and password are found again, in a file for its owner alone`() async throws {
        let other = try ServerAddress("https://other.example.com")
        #expect(try await file().signIn(for: server) == nil)
        try await file().save(SignIn(user: "maria", password: "first"), for: server)
        try await file().save(SignIn(user: "bob", password: "b"), for: other)
        try await file().save(SignIn(user: "", password: "secönd"), for: server)
        #expect(try await file().signIn(for: server) == SignIn(user: "", password: "secönd"))
        #expect(try await file().signIn(for: other) == SignIn(user: "bob", password: "b"))
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let folder = url.deletingLastPathComponent()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sign-ins.json"])
    }

    @Test func `A damaged file gives no password and says why, and the next password replaces it`() async throws {
        let maria = SignIn(user: "maria", password: "secret")
        try await file().save(maria, for: server)
        try Data("{".utf8).write(to: url)
        let error = await #expect(throws: SignInStoreError.self) { try await file().signIn(for: server) }
        #expect(error?.description.contains(url.path) == true)
        try await file().save(maria, for: server)
        #expect(try await file().signIn(for: server) == maria)
    }

    @Test func `Removing a password removes it from the disk, also what killed programs left of it`() async throws {
        let other = try ServerAddress("https://other.example.com")
        try await file().save(SignIn(user: "maria", password: "secret"), for: server)
        let folder = url.deletingLastPathComponent()
        func plantLeftovers() throws {
            try FileManager.default.copyItem(atPath: url.path, toPath: "\(url.path).new")
        }
        func filesWithPassword() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                try Data(contentsOf: folder.appending(path: $0)).range(of: Data("secret".utf8)) != nil
            }
        }
        try plantLeftovers()
        #expect(try filesWithPassword().count == 2)
        try await file().removeSignIn(for: other)
        #expect(try filesWithPassword() == ["sign-ins.json"])
        try plantLeftovers()
        try await file().save(SignIn(user: "bob", password: "b"), for: other)
        #expect(try filesWithPassword() == ["sign-ins.json"])
        try plantLeftovers()
        try await file().removeSignIn(for: server)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sign-ins.json"])
        #expect(try filesWithPassword() == [])
    }

    @Test func `Passwords that several programs save at once are all saved`() async throws {
        let servers = try (0..<8).map { try ServerAddress("https://\($0).example.com") }
        try await withThrowingTaskGroup { group in
            for server in servers {
                group.addTask { try await file().save(SignIn(user: "maria", password: "secret"), for: server) }
            }
            try await group.waitForAll()
        }
        for server in servers {
            #expect(try await file().signIn(for: server) == SignIn(user: "maria", password: "secret"))
        }
    }
}

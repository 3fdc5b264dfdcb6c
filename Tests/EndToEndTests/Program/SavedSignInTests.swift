import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

/// The names and passwords that the app has saved. Where there is a keyring, the app's tests use them.
@Suite struct SavedSignInTests {
    private let home = Home()
    private var configuration: URL { home.folder.url.appending(path: "config") }

    @Test func `Program: it sends the name and password that the app has saved, and says if refused`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#), .json("{}", status: 401))
        let address = server.url().absoluteString
        try await save(SignIn(user: "maria", password: "secret"), for: address, isListed: true)
        #expect(try await home.run("feed").status == 0)
        #expect(try await home.run("feed", at: address).errors.contains("doesn’t accept this name and password"))
        let expected = "Basic \(Data("maria:secret".utf8).base64EncodedString())"
        #expect(server.requests.events.map { $0["Authorization"] } == [expected, expected])
        try await server.stop()
    }

    @Test func `Program: a saved password that came with an invitation is refused as an ended one`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json("{}", status: 401))
        let address = server.url().absoluteString
        try await save(SignIn(user: "maria", password: "secret"), for: address, isListed: true)
        var settings = try home.settings()
        settings["invitingServers"] = [address]
        try home.writeSettings(String(decoding: JSONSerialization.data(withJSONObject: settings), as: UTF8.self))
        #expect(try await home.run("feed").errors.contains("our invitation has ended"))
        try await server.stop()
    }

    @Test func `Program: a server not in the settings, or with its own password, gets no saved one`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .json(#"{"items":[]}"#))
        try await save(SignIn(user: "maria", password: "secret"), for: server.url().absoluteString, isListed: false)
        #expect(try await home.run("feed").status == 0)
        try await save(SignIn(user: "maria", password: "secret"), for: server.url().absoluteString, isListed: true)
        #expect(try await home.run("feed", at: server.url(userInfo: "bob:own").absoluteString).status == 0)
        let own = "Basic \(Data("bob:own".utf8).base64EncodedString())"
        #expect(server.requests.events.map { $0["Authorization"] } == [nil, own])
        try await server.stop()
    }

    @Test func `Program: it starts without the keyring's library`() async throws {
        let libraries = try await TestProgram.succeed(["ldd", Program.url.path]).text
        #expect(libraries.contains("libc.so"))
        for library in ["libsecret", "libglib", "libgio"] { #expect(!libraries.contains(library)) }
    }

    /// Saves a name and a password in the file, as the app does without a keyring.
    private func save(_ signIn: SignIn, for address: String, isListed: Bool) async throws {
        try await SignInFile(environment: ["XDG_CONFIG_HOME": configuration.path])
            .save(signIn, for: ServerAddress(address))
        let server = try ServerAddress(address).displayText
        let listed = isListed ? #""\#(server)""# : ""
        let settings = #"{"address":"\#(server)","signedInServers":[\#(listed)]}"#
        try home.writeSettings(settings)
    }
}

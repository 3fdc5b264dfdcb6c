import Foundation
import TestSupport
import Testing

/// Signing in and out in a real browser, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSignInTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Runs the closure with a server to which maria is invited, and with her link.
    private func withInvitation(_ body: (ProgramServer, String) async throws -> Void) async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        try await body(server, try await home.invite("maria"))
        await server.stop()
    }

    @Test func `An invitation's link signs a browser in until it signs out, and its secret leaves the address`()
        async throws
    {
        try await withInvitation { server, link in
            #expect(link.hasPrefix(server.address + "/join#maria:"))
            try await Browser.with { browser in
                // There, the link changes only the part of the address that loads nothing.
                try await browser.open(server.address + "/join")
                #expect(try await browser.texts("h2") == ["For Invited Friends"])
                try await browser.join(link)
                #expect(try await browser.address == server.address + "/")
                try await browser.wait(for: "document.images[0].complete && document.images[0].naturalWidth > 0")
                try await browser.back()
                #expect(try await !browser.address.contains("#maria"))
                try await browser.open(server.address + "/")
                #expect(try await browser.count(".card") == 4)
                try await browser.signOut()
                try await browser.wait(forElement: "#link")
                #expect(try await browser.texts("h2") == ["For Invited Friends"])
                try await browser.open(server.address + "/")
                #expect(try await browser.count(".card") == 0)
            }
        }
    }

    @Test func `Without scripts, a friend pastes the link, and a revoked one is refused in plain words`() async throws {
        try await withInvitation { server, link in
            try await Browser.with(.init(hasScripts: false)) { browser in
                try await browser.open(link)
                try await browser.type("https://example.com/join#maria:wrong", into: "#link")
                try await browser.follow(".notice .button")
                #expect(try await browser.texts(".error").first?.contains("isn’t valid any more") == true)
                try await browser.type(link, into: "#link")
                try await browser.follow(".notice .button")
                #expect(try await browser.count(".card") == 4)
                _ = try await home.run(["revoke", "maria"] + home.stateOption)
                try await browser.repeatUntil("the end of the invitation") {
                    try await browser.reload()
                    return try await browser.count(".card") == 0
                }
                #expect(try await browser.texts("h2") == ["For Invited Friends"])
            }
        }
    }

    @Test(arguments: [true, false])
    func `A link for another person asks before it signs the browser in`(hasScripts: Bool) async throws {
        try await withInvitation { server, link in
            let other = try await home.invite("bob")
            try await Browser.with(.init(hasScripts: hasScripts)) { browser in
                func open(_ link: String) async throws {
                    try await browser.open(server.address + "/join")
                    guard !hasScripts else {
                        try await browser.open(link)
                        return try await browser.wait(
                            for: "document.querySelector('.card, .question, #refused') !== null")
                    }
                    try await browser.type(link, into: "#link")
                    try await browser.follow(".notice .button")
                }
                // The server needs a moment to learn of a new person.
                try await browser.repeatUntil("the feed") {
                    try await open(link)
                    return try await browser.count(".card") > 0
                }
                try await browser.repeatUntil("the question") {
                    try await open(other)
                    return try await !browser.texts(".question").isEmpty
                }
                #expect(try await browser.texts("h2") == ["Continue as bob?"])
                try await browser.follow("a.button")
                #expect(try await browser.count(".card") == 4)
                try await browser.click(".bar .menu summary")
                #expect(try await browser.texts(".bar .menu p").first == "Signed in as maria.")
                try await open(other)
                try await browser.follow(".question .main")
                #expect(try await browser.count(".card") == 4)
                try await browser.click(".bar .menu summary")
                #expect(try await browser.texts(".bar .menu p").first == "Signed in as bob.")
            }
        }
    }
}

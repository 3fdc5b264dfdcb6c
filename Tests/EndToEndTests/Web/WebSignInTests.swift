import Foundation
import TestSupport
import Testing

/// Signing in and out in a real browser, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSignInTests {
    private let home = Home()

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
}

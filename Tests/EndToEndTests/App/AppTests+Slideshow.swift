import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The slideshow.
extension AppTests {
    @Test func `App: F5 starts a slideshow, Space pauses it and goes on, and Escape ends it`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 2))
        let window = try await window(home, at: server.address)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        await window.pressKey(.slideshow)
        for label in ["Pause", "Play", "Pause"] {
            try await window.wait(for: label) { $0.hasButtons(["Back", label]) ? () : nil }
            await window.pressKey(.space)
        }
        await window.pressKey(.escape)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        await server.stop()
    }
}

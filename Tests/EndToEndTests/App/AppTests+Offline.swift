import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The images that are available without a connection, shown before or not.
extension AppTests {
    @Test func `App: it saves the newest 50 photos without scrolling; an offline start shows all`() async throws {
        let server = try await home.serve(PhotoFolder(count: 64))
        try home.writeSettings(#"{"width":480,"height":700,"offlineChoice":"newest50"}"#)
        let online = try await window(home, at: server.address)
        _ = try await AppWindow.FeedPage.shown(in: online, "the first pictures") { page in
            page.cards.contains { $0.picture != nil }
        }
        let complete = " 50 saved, complete offline"
        try await waitUntil { try await home.run("cache", "status", at: server.address).text.contains(complete) }
        try await online.chooseFromMenu("Preferences")
        try await online.see("what is saved", inAnyWindow: true) {
            $0.label.hasPrefix("50 photos saved, ") && $0.isShowing
        }
        #expect(await online.close().status == 0)
        await server.stop()

        try home.writeSettings(#"{"width":480,"height":8000,"offlineChoice":"newest50"}"#)
        let offline = try await window(home, at: server.address)
        var shown: Set<UInt8> = []
        while shown.count < 50 {
            let page = try await AppWindow.FeedPage.shown(in: offline, "cards that don't load") { page in
                page.cards.allSatisfy { !$0.isLoading && $0.retry == nil }
            }
            shown.formUnion(page.cards.compactMap(\.picture))
            try await offline.pressKey(.pageDown)
        }
        #expect(shown == Set(1...50))
        #expect(await offline.close().status == 0)
    }
}

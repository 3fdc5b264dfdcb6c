import AccessibleDesktop
import Foundation
import TestSupport
import Testing

extension AppTests {
    @Test func `App: after a slideshow, the feed and the viewer go on with its last photo`() async throws {
        let server = try await Self.photos(3)
        let window = try await window(home, at: server.url().absoluteString)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 3)
        for screen in ["the feed", "the viewer"] {
            try await window.pressKey(.slideshow)
            try await window.wait(for: "the slideshow") { $0.hasButtons(["Back", "Pause"]) ? () : nil }
            try await window.pressKey(.space)
            let first = try await window.wait(for: "a paused slideshow") { window in
                window.hasButtons(["Back", "Play"]) ? Self.place(in: window) : nil
            }
            try await window.pressKey(.right)
            let last = try await window.wait(for: "another photo") { window in
                Self.place(in: window).flatMap { $0 == first ? nil : $0 }
            }
            try await window.pressKey(.escape)
            if screen == "the viewer" {
                try await window.wait(for: screen) { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
                try await window.pressKey(.escape)
            }
            try await window.see("the focus on \(last) after the slideshow above \(screen)") {
                $0.isFocused && $0.label == "View \(last)"
            }
            try await window.pressKey(.enter)
            try await window.wait(for: "the viewer") { $0.hasButtons(["Back", "Photo Menu"]) ? () : nil }
        }
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    /// The place in the title bar.
    private static func place(in window: Accessible) -> String? {
        window.first { $0.role == .label && $0.isShowing && $0.label.hasPrefix("place ") }?.label
    }
}

import Foundation
import TestSupport
import Testing

/// The slideshow of the photo's page, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSlideshowTests {
    private let home = Home()

    @Test(arguments: Browser.Kind.allCases)
    func `A slideshow fades the bars, goes on to the oldest photo, and pauses at whatever else a friend does`(
        kind: Browser.Kind
    ) async throws {
        try await home.browse(PhotoFolder(count: 5), in: .init(kind: kind)) { browser, _ in
            /// The button's title; `nil` while a page loads, and at the oldest photo.
            func title() async throws -> String? {
                let button = "document.querySelector('.play:not([hidden])')"
                return try await browser.run(
                    "return document.readyState === 'complete' ? \(button)?.title : null") as? String
            }
            func isAtEnd() async throws -> Bool {
                try await browser.run(
                    "return document.readyState === 'complete' && document.querySelector('.play')?.hidden === true")
                    as? Bool == true
            }
            try await browser.click(".feed li:nth-child(2 of [data-shape]) .picture")
            try await browser.repeatUntil("the viewer") { try await title() == "Slideshow" }
            let first = try await browser.address
            // A busy machine may need longer than a photo stays, so the action may come too late for its page.
            func expectPause(by use: String, _ action: () async throws -> Void) async throws {
                try await browser.repeatUntil("a pause by \(use)") {
                    switch try await title() {
                    case "Slideshow":
                        try await browser.press("p")
                        return false
                    case "Pause":
                        try await action()
                        return try await title() == "Slideshow"
                    default:
                        if try await isAtEnd() { try await browser.open(first) }
                        return false
                    }
                }
            }
            try await browser.click(".play")
            try await browser.repeatUntil("the next photo") { try await browser.address != first }
            try await browser.repeatUntil("the bars to fade") {
                let opacity = "return getComputedStyle(document.querySelector('.bar')).opacity"
                return try await browser.run(opacity) as? String == "0"
            }
            try await expectPause(by: "Space") { try await browser.press(" ") }
            try await browser.press(" ")
            try await browser.repeatUntil("Space to go on") { try await title() == "Pause" }
            for key in ["+", "p"] { try await expectPause(by: key) { try await browser.press(key) } }
            for use in ["PointerEvent('pointerdown')", "WheelEvent('wheel')", "Event('input')"] {
                try await expectPause(by: use) { try await browser.run("dispatchEvent(new \(use))") }
            }
            try await browser.press("p")
            try await browser.repeatUntil("the oldest photo") { try await isAtEnd() }
            // Drivers see no text in the bars once these have faded.
            let shown = try await browser.run("return document.querySelector('h1').textContent") as? String
            #expect(shown == "location 4")
            #expect(try await browser.attribute("title", of: ".play") == "Slideshow")
            #expect(try await browser.console() == [])
        }
    }
}

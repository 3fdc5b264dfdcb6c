import Foundation
import TestSupport
import Testing

/// The slideshow of the photo's page, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSlideshowTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A slideshow fades the bars, goes on to the oldest photo, and pauses at whatever else a friend does`(
        kind: Browser.Kind
    ) async throws {
        let server = try await home.serve(PhotoFolder(count: 5))
        try await Browser.with(.init(kind: kind)) { browser in
            func expect(_ title: String, _ use: String = "") async throws {
                #expect(try await browser.attribute("title", of: ".play") == title, "\(use)")
            }
            // WebKit's driver loses scripts that wait while a page changes.
            func expectTurn(to photo: String) async throws {
                try await expect("Pause")
                let address = try await browser.address
                try await browser.repeatUntil("the next photo") { try await browser.address != address }
                try await wait(for: photo)
            }
            func wait(for photo: String) async throws {
                try await browser.wait(
                    for: """
                        document.readyState === 'complete' && document.querySelector('h1')?.textContent === '\(photo)'
                        """)
            }
            try await browser.open(server.address + "/")
            try await browser.click(".feed li:nth-child(2 of [data-shape]) .picture")
            try await wait(for: "location 1")
            try await expect("Slideshow")
            try await browser.click(".play")
            try await expectTurn(to: "Photo")
            try await browser.wait(for: "getComputedStyle(document.querySelector('.bar')).opacity === '0'")
            for (key, title) in [(" ", "Slideshow"), (" ", "Pause"), ("+", "Slideshow"), ("p", "Pause")] {
                try await browser.press(key)
                try await expect(title, key)
            }
            for use in ["PointerEvent('pointerdown')", "WheelEvent('wheel')", "Event('input')"] {
                try await browser.run("dispatchEvent(new \(use))")
                try await expect("Slideshow", use)
                try await browser.press("p")
            }
            try await expectTurn(to: "Photo")
            try await expectTurn(to: "location 4")
            try await expect("Slideshow")
            #expect(try await browser.attribute("hidden", of: ".play") != nil)
            #expect(try await browser.console() == [])
        }
        await server.stop()
    }
}

import TestSupport
import Testing

/// Keys and arrows that turn to the next photo, and two fingers that zoom one, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebTurningTests {
    private static let rightArrow = "\u{E014}"

    private let home = Home()

    /// Opens the second-newest photo from the feed, with the pictures of its neighbours.
    private func withPhoto(_ kind: Browser.Kind, _ body: (Browser) async throws -> Void) async throws {
        try await home.browse(PhotoFolder(count: 5), in: .init(kind: kind)) { browser, _ in
            try await browser.click(".feed li:nth-child(2 of [data-shape]) .picture")
            try await wait(browser, forPhoto: "location 1")
            try await body(browser)
            #expect(try await browser.console() == [])
        }
    }

    private func wait(_ browser: Browser, forPhoto title: String) async throws {
        try await browser.wait(
            for: """
                document.readyState === 'complete' && document.querySelector('h1')?.textContent === '\(title)'
                    && document.querySelectorAll('.neighbour').length === 2
                """)
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A key and an arrow show the next photo before its page is loaded`(kind: Browser.Kind) async throws {
        try await withPhoto(kind) { browser in
            /// Expects the places of this photo, the previous and the next one, in widths of the window.
            func expect(_ places: [Double], atPhoto title: String, after turn: () async throws -> Void) async throws {
                try await browser.run(
                    """
                    const images = [...document.querySelectorAll(".stage img")];
                    for (const image of images) image.style.transition = "none";
                    addEventListener("pagehide", () => {
                        const width = document.querySelector(".stage").clientWidth + 16;
                        const places = images.map(image => Math.round(image.getBoundingClientRect().left / width));
                        sessionStorage.setItem("places", JSON.stringify(places));
                    });
                    """)
                try await turn()
                try await wait(browser, forPhoto: title)
                #expect(try await browser.numbers("return JSON.parse(sessionStorage.getItem('places'))") == places)
            }
            try await expect([-1, -2, 0], atPhoto: "Photo") { try await browser.press(Self.rightArrow) }
            try await expect([1, 0, 2], atPhoto: "location 1") { try await browser.click(".turn.newer") }
        }
    }

    @Test(arguments: Browser.Kind.fullyDriven)
    func `Two fingers zoom a photo, and show it whole again`(kind: Browser.Kind) async throws {
        try await withPhoto(kind) { browser in
            // While the photo grows from its card, fingers don't reach it.
            try await browser.reload()
            try await wait(browser, forPhoto: "location 1")
            let middle = try await browser.middle(of: ".stage")
            for (start, end, scale) in [(40.0, 120.0, 3.0), (120, 60, 1.5), (120, 20, 1)] {
                try await browser.pinch(around: middle, from: start, to: end)
                let shown = try await browser.numbers(
                    "return [new DOMMatrix(document.querySelector('.stage img').style.transform).a]")
                #expect(shown == [scale])
                #expect(try await browser.count(".stage.zoomed") == (scale > 1 ? 1 : 0))
            }
            #expect(try await browser.holds("document.querySelector('h1').textContent === 'location 1'"))
        }
    }
}

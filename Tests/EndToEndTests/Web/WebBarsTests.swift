import Foundation
import TestSupport
import Testing

/// The bars over a photo, with its title and its caption, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebBarsTests {
    private static let enter = "\u{E007}"
    private static let caption = "document.querySelector('.caption')"
    private static let isQuiet = "document.documentElement.classList.contains('quiet')"

    private let home = Home()

    private func withLongCaption(_ settings: Browser.Settings, _ body: (Browser) async throws -> Void) async throws {
        let photos = try PhotoFolder(count: 1)
        let text = (1...200).map { "word\($0)" }.joined(separator: " ")
        try Data(#"{"photos": [{"file": "photo-0.png", "description": "\#(text)"}]}"#.utf8)
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        try await home.browse(photos, in: settings) { browser, _ in
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.about.cut') !== null")
            try await body(browser)
            #expect(try await browser.console() == [])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A long caption over a photo has three lines, and More shows all of it in less than half of the window`(
        kind: Browser.Kind
    ) async throws {
        try await withLongCaption(.init(kind: kind)) { browser in
            let height = "\(Self.caption).getBoundingClientRect().height"
            let isCut = "\(height) > 20 && \(height) < 80"
            try await browser.wait(for: "\(isCut) && \(Self.caption).getBoundingClientRect().bottom <= innerHeight")
            try await browser.click(".about .more")
            try await browser.wait(for: "\(height) > 150 && \(height) <= 0.4 * innerHeight + 1")
            let scrolls = "return \(Self.caption).scrollHeight > \(Self.caption).clientHeight"
            #expect(try await browser.run(scrolls) as? Bool == true)
            try await browser.press(Self.enter)
            try await browser.wait(for: "\(isCut) && document.activeElement.matches('.more')")
            try await browser.run("\(Self.caption).textContent = 'a text of two lines '.repeat(4)")
            try await browser.wait(for: "document.querySelector('.about.cut') === null")
            try await browser.run("document.documentElement.style.fontSize = '40px'")
            try await browser.wait(for: "document.querySelector('.about.cut') !== null")
        }
    }

    @Test func `A photo's bar has the whole date, also of a new photo, beside its icons`() async throws {
        let photos = try PhotoFolder(count: 2)
        let now = Date.now.formatted(.iso8601)
        try Data(#"{"photos": [{"file": "photo-0.png", "date": "\#(now)"}]}"#.utf8)
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        try await home.browse(photos) { browser, _ in
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.bar .play:not([hidden])') !== null")
            let date = "new Date(document.querySelector('.bar time').dateTime)"
            let text = try await browser.run(
                "return new Intl.DateTimeFormat('en', {dateStyle: 'long'}).format(\(date))")
            for width in [320, 375, 390] {
                try await browser.resize(to: width, 700)
                #expect(try await browser.holds("document.querySelector('.bar time').textContent === '\(text)'"))
                let room = try await browser.numbers(
                    """
                    const [time, back, others] = ["time", ":first-child", ":last-child"]
                        .map(part => document.querySelector(part === "time" ? ".bar time" : `.bar > ${part}`).getBoundingClientRect());
                    return [time.left - back.right, others.left - time.right];
                    """)
                #expect(room.allSatisfy { $0 >= 0 }, "\(room) at \(width)")
            }
            try await browser.resize(to: 390, 844)
        }
    }

    @Test func `All icons are drawn with lines of one thickness`() async throws {
        try await home.serveMaria { browser, maria, _ in
            try await browser.join(maria)
            let lines = try await browser.numbers(
                """
                const thickness = style => Math.round(parseFloat(style.width) * parseFloat(style.strokeWidth) * 10 / 16);
                return [...document.querySelectorAll(".bar svg, .card .links svg")].map(icon => thickness(getComputedStyle(icon)));
                """)
            #expect(lines.count > 4 && Set(lines) == [21])
            // The comments' icon is a mask with lines as thick as those of the heart.
            let sizes = try await browser.run(
                """
                return getComputedStyle(document.querySelector(".comments"), "::before").width
                    === getComputedStyle(document.querySelector(".heart svg")).width;
                """)
            #expect(sizes as? Bool == true)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `On a phone that lies on its side, each bar is one row over the photo`(kind: Browser.Kind) async throws {
        try await withLongCaption(.init(kind: kind)) { browser in
            try await browser.resize(to: 844, 390)
            try await browser.wait(
                for: """
                    ['.bar', '.about'].every(bar => document.querySelector(bar).getBoundingClientRect().height < 50)
                        && document.querySelector('.stage').getBoundingClientRect().height === innerHeight
                    """)
            try await browser.resize(to: 390, 844)
        }
    }

    @Test func `The bars stay for who writes, reads the caption, wants less motion or sees no photo`() async throws {
        try await withLongCaption(.init()) { browser in
            // The bars' three seconds are over at once; the named function that asks for news waits.
            try await browser.run(
                """
                const {setTimeout} = window;
                window.setTimeout = (action, delay) => setTimeout(action, delay === 3_000 && !action.name ? 0 : delay);
                """)
            /// Moves the mouse, and returns whether the bars are hidden after that.
            func fade() async throws -> Bool? {
                try await browser.run(
                    """
                    document.body.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, pointerType: "mouse"}));
                    return new Promise(done => setTimeout(done, 3_000)).then(() => \(Self.isQuiet));
                    """) as? Bool
            }
            let tapPhoto = "document.querySelector('.stage img').click()"
            try await browser.repeatUntil("the bars to fade") { try await fade() == true }

            try await browser.run(
                """
                const field = document.createElement("input");
                field.id = "field";
                document.body.append(field);
                field.focus({preventScroll: true});
                """)
            #expect(try await fade() == false)
            try await browser.run("document.querySelector('#field').remove()")

            try await browser.click(".about .more")
            #expect(try await fade() == false)
            try await browser.run(tapPhoto)
            #expect(try await browser.count(".about.open") == 0)
            try await browser.repeatUntil("the bars to fade") { try await fade() == true }

            let lessMotion = ["name": "prefers-reduced-motion", "value": "reduce"]
            try await browser.command("Emulation.setEmulatedMedia", ["features": [lessMotion]])
            #expect(try await fade() == false)
            try await browser.run(tapPhoto)
            try await browser.wait(for: "getComputedStyle(document.querySelector('.bar')).opacity === '0'")
            try await browser.press("x")
            try await browser.wait(for: "getComputedStyle(document.querySelector('.bar')).opacity === '1'")
            try await browser.run(tapPhoto)
            try await browser.wait(for: Self.isQuiet)
            try await browser.command("Emulation.setEmulatedMedia", ["features": [[String: String]]()])

            try await browser.run(
                """
                const image = document.querySelector(".stage img");
                image.removeAttribute("srcset");
                image.src = "data:image/png,x";
                """)
            try await browser.wait(for: "!\(Self.isQuiet)")
            #expect(try await fade() == false)
        }
    }
}

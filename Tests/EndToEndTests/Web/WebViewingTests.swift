import Foundation
import TestSupport
import Testing

/// Looking at one photo in a real browser: its place, and the mouse, fingers and keys that move it.
@Suite(.oneAtATime, .sharesBrowsers) struct WebViewingTests {
    private static let escape = "\u{E00C}"
    private static let tab = "\u{E004}"
    private static let enter = "\u{E007}"
    private static let rightArrow = "\u{E014}"
    private static let control = "\u{E009}"

    private let home = Home()

    /// Opens the second-newest photo from the feed, with arrows to both sides.
    private func withPhoto(
        _ settings: Browser.Settings, _ body: (Browser, ProgramServer) async throws -> Void
    ) async throws {
        try await home.browse(PhotoFolder(count: 5), in: settings) { browser, server in
            try await openSecond(browser)
            try await body(browser, server)
            #expect(try await browser.console() == [])
        }
    }

    private func openSecond(_ browser: Browser) async throws {
        try await browser.wait(for: "document.readyState === 'complete'")
        try await browser.click(".feed li:nth-child(2 of [data-shape]) .picture")
        try await wait(browser, forPhoto: "location 1")
    }

    private func wait(_ browser: Browser, forPhoto title: String) async throws {
        try await browser.wait(
            for: """
                document.readyState === 'complete' && document.querySelector('h1')?.textContent === '\(title)'
                """)
    }

    /// How far the photo is moved to the right and down, and its scale.
    private func transform(_ browser: Browser) async throws -> [Double] {
        try await browser.numbers(
            """
            const matrix = new DOMMatrix(document.querySelector('.stage img').style.transform);
            return [Math.round(matrix.e), Math.round(matrix.f), matrix.a];
            """)
    }

    /// Replaces the shown photo with one of another shape.
    private func show(_ browser: Browser, _ width: Int, by height: Int) async throws {
        try await browser.run(
            """
            const canvas = document.createElement("canvas");
            const image = document.querySelector(".stage img");
            [canvas.width, canvas.height] = [image.width, image.height] = [\(width), \(height)];
            image.removeAttribute("srcset");
            image.src = canvas.toDataURL();
            return image.decode();
            """)
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A photo of any shape is whole in a window of any size`(kind: Browser.Kind) async throws {
        try await withPhoto(.init(kind: kind)) { browser, _ in
            for (width, height) in [(300, 400), (300, 300), (300, 450), (270, 480), (480, 270), (600, 100)] {
                try await show(browser, width, by: height)
                for window in [
                    (320, 568), (390, 664), (844, 390), (820, 1180), (1366, 768), (3840, 2160),
                ] {
                    try await browser.resize(to: window.0, window.1)
                    let excess = try await browser.run(
                        """
                        const box = selector => document.querySelector(selector).getBoundingClientRect();
                        const [image, stage, bar] = [".stage img", ".stage", ".bar"].map(box);
                        const isWhole = image.top >= stage.top - 1 && image.bottom <= stage.bottom + 1
                            && image.left >= stage.left - 1 && image.right <= stage.right + 1
                            && stage.top >= (innerWidth < 1024 ? 0 : bar.bottom) - 1 && stage.bottom <= innerHeight + 1;
                        const size = box => `${box.width} × ${box.height} at ${box.left}, ${box.top}`;
                        return isWhole ? "" : [image, stage].map(size).join(" in ") + ` of ${innerHeight}`;
                        """)
                    #expect(excess as? String == "", "\(width) × \(height) in \(window)")
                }
            }
            try await browser.resize(to: 390, 844)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The photo shows through the bar, and what is below the photo doesn't`(kind: Browser.Kind) async throws {
        try await withPhoto(.init(kind: kind)) { browser, _ in
            let colour = "getComputedStyle(document.querySelector('.bar')).backgroundColor"
            try await browser.wait(for: "\(colour).startsWith('rgba(')")
            try await browser.run(
                "document.body.style.paddingBlockEnd = '100vh'; document.querySelector('.talk').scrollIntoView()")
            try await browser.wait(for: "\(colour).startsWith('rgb(')")
            try await browser.run("scrollTo(0, 0)")
            try await browser.wait(for: "\(colour).startsWith('rgba(')")
        }
    }

    @Test func `A card grows into its photo and back, unless the person wants less motion`() async throws {
        try await home.browse(PhotoFolder(count: 5)) { browser, server in
            for (motion, name) in [("no-preference", "photo"), ("reduce", "none")] {
                let feature = ["name": "prefers-reduced-motion", "value": motion]
                try await browser.command("Emulation.setEmulatedMedia", ["features": [feature]])
                try await browser.open("about:blank")
                try await browser.open(server.address + "/")
                let picture = "document.querySelector('.feed li:nth-child(2 of [data-shape]) .picture')"
                func grown(_ kind: String) async throws -> String? {
                    try await browser.run("return sessionStorage.getItem('\(kind)')") as? String
                }
                // A busy browser doesn't keep every previous page; a new page has no listeners.
                try await browser.repeatUntil("the page that was left") {
                    try await browser.run(
                        """
                        sessionStorage.removeItem("pagereveal");
                        for (const kind of ["pageswap", "pagereveal"]) addEventListener(kind, event => {
                            const name = event.viewTransition ? getComputedStyle(\(picture)).viewTransitionName : "none";
                            sessionStorage.setItem(kind, name);
                        });
                        window.isKept = true;
                        """)
                    try await openSecond(browser)
                    #expect(try await grown("pageswap") == name)
                    let image = "getComputedStyle(document.querySelector('.stage img')).viewTransitionName"
                    #expect(try await browser.run("return \(image)") as? String == name)
                    try await browser.back()
                    try await browser.wait(
                        for: "document.readyState === 'complete' && document.querySelector('.feed') !== null")
                    return try await browser.holds("window.isKept === true")
                }
                try await browser.wait(for: "sessionStorage.getItem('pagereveal') !== null")
                #expect(try await grown("pagereveal") == name)
                try await browser.wait(for: "getComputedStyle(\(picture)).viewTransitionName === 'none'")
                #expect(try await browser.console() == [])
            }
            try await browser.command("Emulation.setEmulatedMedia", ["features": [[String: String]]()])
        }
    }

    @Test func `On a phone, a tall photo is as wide as the page`() async throws {
        try await withPhoto(.init(height: 664)) { browser, _ in
            try await show(browser, 300, by: 450)
            let size = try await browser.numbers(
                "const box = document.querySelector('.stage img').getBoundingClientRect(); return [box.width, box.height]"
            )
            #expect(size == [390, 585])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The mouse, the wheel and the arrow keys move a zoomed photo, and the wheel with Ctrl zooms`(
        kind: Browser.Kind
    ) async throws {
        try await withPhoto(.init(kind: kind, width: 1280, height: 900)) { browser, _ in
            // While the photo grows from its card, nothing can be dragged.
            try await browser.reload()
            try await wait(browser, forPhoto: "location 1")
            for _ in 0..<4 { try await browser.press("+") }
            let middle = try await browser.middle(of: ".stage")
            try await browser.drag(.mouse, from: middle, to: .init(x: middle.x + 100, y: middle.y - 80))
            let dragged = try await transform(browser)
            #expect(dragged.prefix(2) == [100, -80])
            try await browser.moveOn(.mouse, to: .init(x: middle.x - 50, y: middle.y + 50))
            #expect(try await transform(browser) == dragged)
            try await browser.press(Self.escape)
            #expect(try await browser.count(".stage.zoomed") == 0)
            guard Browser.Kind.fullyDriven.contains(kind) else { return }

            try await browser.turnWheel(at: middle, by: 0, -400, key: Self.control)
            try await browser.wait(for: "document.querySelector('.stage.zoomed') !== null")
            let zoomed = try await transform(browser)
            try await browser.turnWheel(at: middle, by: 40, 60)
            try await browser.wait(
                for: """
                    Math.round(new DOMMatrix(document.querySelector('.stage img').style.transform).f)
                        === \(zoomed[1] - 60)
                    """)
            let turned = try await transform(browser)
            #expect(turned == [zoomed[0] - 40, zoomed[1] - 60, zoomed[2]])
            try await browser.press(Self.rightArrow)
            #expect(try await transform(browser)[0] < turned[0] - 50)
            #expect(try await browser.texts("h1") == ["location 1"])
            try await browser.press(Self.escape)
            #expect(try await browser.count(".stage.zoomed") == 0)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Two taps zoom to a photo's pixels and load them, two more show it whole`(kind: Browser.Kind) async throws {
        try await withPhoto(.init(kind: kind)) { browser, _ in
            try await show(browser, 3_000, by: 2_000)
            let image = "document.querySelector('.stage img')"
            let change = try await browser.numbers(
                """
                const image = \(image);
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [300, 200];
                image.srcset = `${canvas.toDataURL()} 300w`;
                image.dataset.original = `${image.src} 3000w`;
                const before = image.getBoundingClientRect();
                const [x, y] = [before.left + before.width / 4, before.top + before.height / 3].map(Math.round);
                image.dispatchEvent(new MouseEvent("dblclick", {bubbles: true, clientX: x, clientY: y}));
                const after = image.getBoundingClientRect();
                const [from, to] = [before, after].map(box => [(x - box.left) / box.width, (y - box.top) / box.height]);
                // In percent, because browsers lay out parts of pixels.
                return [after.width * devicePixelRatio / 30 - 100, (to[0] - from[0]) * 100, (to[1] - from[1]) * 100];
                """)
            #expect(change.allSatisfy { abs($0) < 1 }, "\(change)")
            try await browser.wait(for: "\(image).currentSrc === \(image).src")
            try await browser.run("\(image).dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))")
            #expect(try await browser.count(".stage.zoomed") == 0)
        }
    }

    @Test func `On a touch screen, no arrow covers the photo, and keys reach the arrows`() async throws {
        try await withPhoto(.init()) { browser, _ in
            try await browser.command("Emulation.setTouchEmulationEnabled", ["enabled": true])
            try await browser.wait(for: "getComputedStyle(document.querySelector('.turn.older')).opacity === '0'")
            let arrow = try await browser.middle(of: ".turn.older")
            let covered = try await browser.run("return document.elementFromPoint(\(arrow.x), \(arrow.y)).localName")
            #expect(covered as? String == "img")
            try await browser.press(Self.tab)
            try await browser.run("document.querySelector('.turn.older').focus()")
            try await browser.wait(for: "getComputedStyle(document.querySelector('.turn.older')).opacity === '1'")
            try await browser.press(Self.enter)
            try await wait(browser, forPhoto: "Photo")
            try await browser.command("Emulation.setTouchEmulationEnabled", ["enabled": false])
        }
    }

    @Test(arguments: Browser.Kind.fullyDriven)
    func
        `A photo follows the finger, a flick turns the page, the bars fade until a tap, and a pull down closes the photo`(
            kind: Browser.Kind
        ) async throws
    {
        try await withPhoto(.init(kind: kind)) { browser, _ in
            let (arrow, middle) = (try await browser.middle(of: ".turn.older"), try await browser.middle(of: ".stage"))
            try await browser.wait(for: "document.querySelectorAll('.neighbour').length === 2")
            try await browser.drag(.touch, from: middle, to: .init(x: middle.x, y: middle.y - 80))
            #expect(try await transform(browser)[0] == 0)
            try await browser.run("scrollTo(0, 0)")
            try await wait(browser, forPhoto: "location 1")
            try await browser.drag(.touch, from: arrow, to: .init(x: arrow.x - 100, y: arrow.y), staysDown: true)
            #expect(try await transform(browser)[0] == -100)
            // The adjacent photos follow: the next one comes in under the finger.
            let places = try await browser.numbers(
                """
                return [...document.querySelectorAll('.neighbour')].map(
                    image => Math.round(image.getBoundingClientRect().left - document.querySelector('.stage img').getBoundingClientRect().left));
                """)
            let width = try await browser.numbers("return [document.querySelector('.stage').clientWidth]")[0]
            #expect(places == [-width - 16, width + 16])
            try await browser.releaseInput()
            try await wait(browser, forPhoto: "Photo")
            try await flick(browser, from: middle, to: .init(x: middle.x + 50, y: middle.y))
            try await wait(browser, forPhoto: "location 1")

            let opacity = "getComputedStyle(document.querySelector('.bar')).opacity"
            try await browser.wait(for: "\(opacity) === '0'")
            // A tap right after a flick may be lost.
            try await browser.repeatUntil("the bars") {
                try await browser.tap(middle)
                let limit = ContinuousClock.now + .seconds(2)
                while .now < limit {
                    if try await browser.run("return \(opacity)") as? String == "1" { return true }
                }
                return false
            }
            try await browser.drag(.touch, from: middle, to: .init(x: middle.x, y: middle.y + 60), milliseconds: 2_000)
            try await wait(browser, forPhoto: "location 1")
            try await browser.drag(.touch, from: middle, to: .init(x: middle.x, y: middle.y + 160))
            try await browser.wait(for: "document.querySelector('.feed') !== null")
        }
    }

    private func flick(_ browser: Browser, from start: Browser.Point, to end: Browser.Point) async throws {
        let state = """
            return document.querySelector('h1')?.textContent !== 'Photo' ? 'turned'
                : document.querySelector('.stage img').style.transform === '' ? 'still' : 'moving'
            """
        // On a busy machine, a flick may be a slow one.
        for _ in 0..<20 {
            try await browser.drag(.touch, from: start, to: end, milliseconds: 0)
            let limit = ContinuousClock.now + .seconds(10)
            while .now < limit {
                let now = try await browser.run(state) as? String
                guard now != "turned" else { return }
                if now == "still" { break }
            }
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The way back leads to the feed, however the friend came to the photo`(kind: Browser.Kind) async throws {
        try await withPhoto(.init(kind: kind)) { browser, server in
            let second = try await browser.address
            try await browser.click(".turn.older")
            try await wait(browser, forPhoto: "Photo")
            try await browser.click(".about [href='#comments']")
            try await browser.press(Self.escape)
            try await browser.wait(for: "document.querySelector('.feed') !== null")
            // Each step back was one step of the history, so the feed was kept as it was.
            #expect(try await browser.address == server.address + "/")
            // The feed has scrolled to the last photo shown, so the bar may cover the second one.
            try await browser.open(server.address + "/")
            try await browser.run("scrollTo(0, 0)")
            try await openSecond(browser)
            try await browser.click(".turn.newer")
            try await wait(browser, forPhoto: "location 0")
            // A link in a message, for example.
            try await browser.open(second)
            try await wait(browser, forPhoto: "location 1")
            try await browser.press(Self.escape)
            // At the photo, whose name leaves the address once the feed has saved its place.
            try await browser.wait(
                for: """
                    document.querySelector('.feed') !== null
                        && (location.hash.startsWith('#photo-') || history.state?.photo?.startsWith('photo-'))
                    """)
            // In another tab.
            try await browser.open("about:blank")
            try await browser.open(second)
            try await wait(browser, forPhoto: "location 1")
            try await browser.click(".bar .icon")
            try await browser.wait(for: "document.querySelector('.feed') !== null")
        }
    }
}

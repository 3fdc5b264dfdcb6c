import Foundation
import TestSupport
import Testing

/// Reading the feed in a real browser, from the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebReadingTests {
    private static let tab = "\u{E004}"
    private static let hostile = #""><img src=x onerror="document.title='hacked'">"#

    private let home = Home()

    @Test(arguments: Browser.Kind.fullyDriven)
    func `Without scripts, a friend reads the feed on a phone, opens a photo, and returns to its place`(
        kind: Browser.Kind
    ) async throws {
        try await home.browse(PhotoFolder(count: 12), in: .init(kind: kind, hasScripts: false)) { browser, _ in
            #expect(try await browser.texts("h1") == ["Feed"])
            #expect(try await browser.count(".card") == 10)
            #expect(try await browser.texts(".card .caption").first == "description 0")
            try await browser.follow(".card .comments")
            #expect(try await browser.texts(".message") == ["a message", "another message"])
            #expect(try await browser.texts(".conversation .author") == ["a username", "another username"])
            try await browser.back()
            try await browser.follow(".card .picture")
            try await browser.follow(".turn.older")
            #expect(try await browser.texts("h1") == ["location 1"])
            try await browser.follow(".bar .icon")
            #expect(try await browser.address.contains("/#photo-"))
            try await browser.follow(".pages a[rel=next]")
            #expect(try await browser.count(".card") == 2)
            try await browser.follow(".pages a[rel=prev]")
            #expect(try await browser.texts(".card .caption").first == "description 0")
        }
    }

    @Test(arguments: Browser.Kind.allCases, [true, false])
    func `On a phone, photos reach from edge to edge, and a heart is given below one, with and without scripts`(
        kind: Browser.Kind, hasScripts: Bool
    ) async throws {
        try await home.serveMaria(PhotoFolder(count: 2), in: .init(kind: kind, hasScripts: hasScripts)) {
            browser, maria, server in
            try await browser.open(server.address + "/join")
            try await browser.type(maria, into: "#link")
            try await browser.click(".notice .button")
            if hasScripts {
                try await browser.wait(for: "document.querySelector('.card .picture img')?.complete")
                // The feed's script is there, too.
                try await browser.wait(for: "history.scrollRestoration === 'manual'")
                let edges = try await browser.numbers(
                    """
                    const {left, right} = document.querySelector(".picture").getBoundingClientRect();
                    return [left, document.documentElement.clientWidth - right];
                    """)
                #expect(edges == [0, 0])
            }
            try await browser.click(".card .heart")
            if hasScripts {
                try await browser.wait(for: "document.querySelector('.card .heart').textContent === '1'")
                #expect(try await browser.address == server.address + "/")
            } else {
                try await browser.wait(forElement: ".reactions [aria-pressed=true]")
                #expect(try await browser.texts(".reactions [aria-pressed=true]") == ["❤️ 1"])
            }
            try await browser.open(server.address + "/")
            #expect(try await browser.attribute("aria-pressed", of: ".card .heart") == "true")
            try await browser.click(".card .heart")
            if hasScripts {
                try await browser.wait(for: "document.querySelector('.card .heart').textContent === ''")
            } else {
                try await browser.wait(forElement: ".reactions:not(:has([aria-pressed=true]))")
            }
            try await browser.open(server.address + "/")
            try await browser.click(".card .comments")
            if hasScripts {
                // The conversation's script has marked the field, and leads to no other page.
                try await browser.wait(for: "document.querySelector('.composer')?.dataset.draft !== undefined")
                try await browser.run("window.isSame = true")
            }
            for (count, pressed) in [("1", "true"), ("", "false")] {
                try await browser.click(".about .heart")
                try await browser.wait(forElement: ".about .heart[aria-pressed=\(pressed)]")
                let reaction = count.isEmpty ? "❤️" : "❤️ 1"
                if hasScripts {
                    // The numbers follow once the server has answered.
                    try await browser.wait(
                        for: "document.querySelector('.reactions [value=heart]').innerText === '\(reaction)'")
                }
                #expect(try await browser.texts(".about .heart") == [count])
                #expect(try await browser.texts(".reactions [value=heart]") == [reaction])
            }
            #expect(try await browser.texts(".about .comments") == ["2 Comments"])
            if hasScripts { #expect(try await browser.holds("window.isSame")) }
            #expect(try await browser.console() == [])
            try await browser.open(server.address + "/")
            await server.stop()
            guard hasScripts else { return }
            // It waits for a connection.
            try await browser.click(".card .heart")
            try await browser.wait(for: "document.querySelector('.card .heart').name === 'unreact'")
            #expect(try await browser.attribute("aria-pressed", of: ".card .heart") == "true")
            #expect(try await browser.count(".card .error") == 0)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `With scripts, a photo is zoomed and turned by keys, and Escape leads back`(kind: Browser.Kind) async throws {
        try await home.browse(PhotoFolder(count: 4), in: .init(kind: kind)) { browser, server in
            #expect(Set(try await browser.texts(".card time")).count >= 1)
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.stage img').complete")
            try await browser.press("+")
            #expect(try await browser.attribute("class", of: ".stage") == "stage zoomed")
            try await browser.press("\u{E00C}")
            #expect(try await browser.attribute("class", of: ".stage") == "stage")
            try await browser.press("\u{E014}")
            try await browser.wait(
                for: """
                    document.readyState === 'complete' &&
                    document.querySelector('h1')?.textContent === 'location 1'
                    """)
            try await browser.repeatUntil(element: ".feed") { try await browser.press("\u{E00C}") }
            #expect(try await browser.console() == [])

            try await browser.open(server.address + "/")
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.readyState === 'complete' && document.querySelector('.stage')")
            try await browser.repeatUntil(element: ".feed") {
                server.send(SIGSTOP)
                try await browser.press("\u{E00C}")
                server.send(SIGCONT)
            }
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `More is only below captions that are cut, even if the style sheets are later than the scripts`(
        kind: Browser.Kind
    ) async throws {
        let photos = try PhotoFolder(count: 2)
        let cut = (1...200).map { "word\($0)" }.joined(separator: " ")
        let whole = (1...5).map { "line \($0)" }.joined(separator: "\n")
        let entries = [
            ["file": "photo-0.png", "date": "2026-05-20T11:24:59Z", "description": cut],
            ["file": "photo-1.png", "date": "2026-05-19T11:24:59Z", "description": whole],
        ]
        try JSONSerialization.data(withJSONObject: ["photos": entries])
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        try await home.serveMaria(photos, in: .init(kind: kind)) { browser, maria, _ in
            try await browser.join(maria)
            let hasMore = """
                [...document.querySelectorAll(".card")].map(card => card.querySelector(".more")?.offsetHeight > 0).join()
                """
            try await browser.wait(for: "\(hasMore) === 'true,false'")
            try await browser.run(
                """
                addEventListener("enriched", () => window.isEnriched = true);
                for (const sheet of document.styleSheets) sheet.disabled = true;
                document.querySelector(".card .heart").click();
                """)
            // The news of the heart sets up the card again.
            try await browser.wait(forNews: "window.isEnriched === true")
            try await browser.run("for (const sheet of document.styleSheets) sheet.disabled = false")
            try await browser.wait(for: "\(hasMore) === 'true,false'")
        }
    }

    // Firefox's driver can't import the page's script.
    @Test(arguments: [Browser.Kind.chromium, .webKit])
    func `Where the browser shares files, a friend hands a photo to another app`(kind: Browser.Kind) async throws {
        try await home.browse(PhotoFolder(count: 1), in: .init(kind: kind)) { browser, _ in
            #expect(try await browser.holds("document.querySelector('.card .share').hidden"))
            try await browser.run(
                """
                navigator.canShare = ({files}) => files.length === 1;
                navigator.share = async ({files: [file]}) => window.shared = `${file.name}, ${file.type}`;
                const scripts = [...document.scripts].map(script => script.src);
                return import(scripts.find(name => name.endsWith("app.js"))).then(({enrich}) => enrich(document));
                """)
            try await browser.click(".card .share")
            try await browser.wait(for: "window.shared?.endsWith('.jpg, image/jpeg')")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `In a wide window, texts lie over the photo at which the mouse points, or which keys have reached`(
        kind: Browser.Kind
    ) async throws {
        try await home.browse(PhotoFolder(count: 3), in: .init(kind: kind, width: 1280, hasMouse: true)) { browser, _ in
            try await browser.wait(for: "[...document.images].every(image => image.complete)")
            /// Waits until the texts of some cards are visible, and those of all others aren't.
            func wait(forTexts shown: String) async throws {
                try await browser.wait(
                    for: """
                        [...document.querySelectorAll(".card .links")]
                            .map(links => getComputedStyle(links).opacity).join("") === "\(shown)"
                        """)
            }
            /// Waits until a click on the first card's link to the comments would hit this element.
            func waitForTarget(_ selector: String) async throws {
                let link = try await browser.middle(of: ".card .comments")
                try await browser.wait(
                    for: "document.elementFromPoint(\(link.x), \(link.y))?.closest('\(selector)') != null")
            }
            let bar = try await browser.middle(of: ".bar h1")
            try await browser.moveOn(.mouse, to: bar)
            try await wait(forTexts: "000")
            try await waitForTarget(".picture")
            try await browser.moveOn(.mouse, to: try await browser.middle(of: ".card .picture"))
            try await wait(forTexts: "100")
            try await waitForTarget(".comments")
            let isOver = try await browser.run(
                """
                const box = part => document.querySelector(part).getBoundingClientRect();
                const [card, picture] = [".card", ".picture"].map(box);
                return [".facts", ".caption", ".links"].map(box).every(({top, bottom}) =>
                    top > picture.top && bottom < picture.bottom && Math.abs(card.bottom - picture.bottom) < 1);
                """)
            #expect(isOver as? Bool == true)
            #expect(try await browser.texts(".card .caption").first == "description 0")
            try await browser.moveOn(.mouse, to: bar)
            try await wait(forTexts: "000")
            // The window of WebKit's browser never has the focus.
            if Browser.Kind.fullyDriven.contains(kind) {
                try await browser.repeatUntil("the first photo") {
                    try await browser.press(Self.tab)
                    return try await browser.run("return document.activeElement.matches('.picture')") as? Bool
                        == true
                }
                try await wait(forTexts: "100")
            }
            // The texts don't cover the link.
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.stage') !== null")
            #expect(try await browser.console() == [])
        }
    }

    @Test func `In a window higher than its first page, the feed loads more without a scroll`() async throws {
        try await home.browse(PhotoFolder(count: 44), in: .init(width: 2560, height: 6000)) { browser, _ in
            try await browser.wait(for: "document.querySelectorAll('.card').length === 44")
        }
    }

    @Test func `From 320 to 2,560 pixels, nothing moves, is cut off or violates the page's policy`() async throws {
        let photos = try PhotoFolder(count: 0)
        for name in ["large-progressive.jpg", "orientation-6.jpg", "srgb.jpg"] {
            try TestPicture.data(name).write(to: photos.folder.url.appending(path: name))
        }
        let photo: [String: Any] = [
            "file": "large-progressive.jpg", "description": Self.hostile + String(repeating: "w", count: 300),
            "location": Self.hostile, "author": Self.hostile,
        ]
        try JSONSerialization.data(withJSONObject: ["photos": [photo]])
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        try await home.browse(photos) { browser, server in
            for width in [320, 390, 1280, 2560] {
                try await browser.resize(to: width, 900)
                for path in ["/", "photo", "/nothing"] {
                    let link = try await browser.attribute("href", of: ".picture")
                    try await browser.open(server.address + (path == "photo" ? try #require(link) : path))
                    try await browser.wait(for: "[...document.images].every(image => image.complete)")
                    let excess = try await browser.run(
                        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    #expect(excess as? Int == 0, "\(path) at \(width)")
                    let shifts = try await browser.run(
                        """
                        const node = source => source.node?.outerHTML?.slice(0, 80);
                        const lines = shift => [shift.value, ...shift.sources.map(node)];
                        const text = list => list.getEntries().flatMap(lines).join("\\n");
                        return new Promise(done => new PerformanceObserver(list => done(text(list)))
                            .observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(''), 50))
                        """)
                    #expect(shifts as? String == "", "\(path) at \(width)")
                    #expect(try await browser.run("return document.title") as? String != "hacked")
                    if path == "/" { #expect(try await browser.count("img") == 3) }
                }
            }
            // The status of the missing page is a message, too.
            let messages = try await browser.console().filter { !$0.contains("404") }
            #expect(messages == [])
        }
    }
}

import Foundation
import TestSupport
import Testing

/// The place in a long feed, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebPlaceTests {
    /// The topmost photo, and how far from the window's top it is.
    private static let place = """
        (() => {
            const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
            const box = card => card.closest("li").getBoundingClientRect();
            const card = [...document.querySelectorAll(".card")].find(card => box(card).bottom > bar);
            return card && [card.id, Math.round(box(card).top)].join(" ");
        })()
        """
    private static let isSaved = """
        history.state !== null && \(place) === [history.state.photo, Math.round(history.state.top)].join(" ")
        """

    private static let isBusy = "document.querySelector('[aria-busy]')"

    private let home = Home()

    private func withFeed(
        _ settings: Browser.Settings, _ body: (Browser, ProgramServer) async throws -> Void
    ) async throws {
        try await home.browse(PhotoFolder(count: 64), in: settings, body)
    }

    private func scroll(_ browser: Browser, toPhotoNumber number: Int) async throws {
        try await browser.wait(
            for: """
                (scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length >= \(number + 5))
                """)
        try await browser.run(
            "document.querySelectorAll('.feed [data-shape]')[\(number)].scrollIntoView(); scrollBy(0, 30)")
        try await browser.wait(for: Self.isSaved)
    }

    /// A condition: whether a photo is where it was.
    private func isThere(_ place: String) -> String {
        let parts = place.split(separator: " ")
        return """
            Math.abs(document.getElementById("\(parts[0])")?.closest("li").getBoundingClientRect().top - \(parts[1])) < 1.5
            """
    }

    /// Returns whether two places are the same photo at the same height. Browsers scroll by whole pixels.
    private static func isSame(_ place: String, as other: String) -> Bool {
        let (one, two) = (place.split(separator: " "), other.split(separator: " "))
        guard one.count == 2, two.count == 2, let top = Int(one[1]), let otherTop = Int(two[1]) else { return false }
        return one[0] == two[0] && abs(top - otherTop) <= 1
    }

    private func place(_ browser: Browser) async throws -> String {
        try await browser.run("return \(Self.place)") as? String ?? ""
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The feed grows to its end by scrolling, and by its link after a failure`(kind: Browser.Kind) async throws {
        try await withFeed(.init(kind: kind)) { browser, server in
            for count in [20, 30, 40, 50, 60, 64] {
                try await browser.run("scrollTo(0, document.body.scrollHeight)")
                try await browser.wait(for: "document.querySelectorAll('.card').length >= \(count)")
                #expect(try await browser.texts(".pages a").allSatisfy(\.isEmpty))
            }
            #expect(try await browser.attribute("class", of: ".feed + .pages") == "pages")
            #expect(try await browser.console() == [])

            try await browser.open("about:blank")
            try await browser.open(server.address + "/")
            try await browser.run(
                "window.load = window.fetch; window.fetch = () => Promise.reject(new TypeError('no connection'))")
            try await browser.wait(
                for: """
                    (scrollTo(0, document.body.scrollHeight),
                        getComputedStyle(document.querySelector(".pages a[rel=next]")).display !== "none")
                    """)
            try await browser.run("window.fetch = window.load")
            try await browser.click(".pages a[rel=next]")
            try await browser.wait(
                for: "(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 64)")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A reload keeps the place in the feed, and newer photos come above it`(kind: Browser.Kind) async throws {
        try await withFeed(.init(kind: kind)) { browser, server in
            for width in [390, 1280] {
                try await browser.resize(to: width, 844)
                try await browser.open("about:blank")
                try await browser.open(server.address + "/")
                try await reload(browser, width: width)
            }
        }
    }

    private func reload(_ browser: Browser, width: Int) async throws {
        try await scroll(browser, toPhotoNumber: 40)
        let place = try await place(browser)
        try await browser.reload()
        try await browser.wait(for: isThere(place))
        #expect(try await browser.count(".card") < 40)
        if width > 600 {
            // The driver would scroll the link below the bar.
            try await browser.run("document.querySelector('.pages a[rel=prev]').click()")
        } else {
            // Near the upper end, it loads by itself.
            let near = try await browser.run("scrollTo(0, 800); return \(Self.place)") as? String
            try await browser.wait(
                for: "document.querySelector('.card .caption').innerText !== 'description 30' && !\(Self.isBusy)")
            let now = try await self.place(browser)
            #expect(Self.isSame(now, as: near ?? ""), "\(now) instead of \(near ?? "none")")
        }
        // Up to the newest.
        try await browser.wait(
            for: """
                (scrollTo(0, 0), document.querySelector('.pages a[rel=prev]')?.click(),
                    document.querySelector('.pages a[rel=prev]') === null)
                """)
        #expect(try await browser.texts(".card .caption").first == "description 0")
        let ids = "[...document.querySelectorAll('.card')].map(card => card.id)"
        #expect(try await browser.run("const ids = \(ids); return new Set(ids).size === ids.length") as? Bool == true)
        #expect(try await browser.console() == [])
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The way back from a photo leads to the place in the feed, and to its new number of comments`(
        kind: Browser.Kind
    ) async throws {
        try await home.serveMaria(PhotoFolder(count: 64), in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            try await goBack(browser, toPhotoNumber: 40)
            try await browser.open("about:blank")
            try await browser.open(server.address + "/")
            // Browsers keep no page with such a listener.
            try await browser.run("addEventListener('unload', () => {})")
            try await goBack(browser, toPhotoNumber: 30)
        }
    }

    private func goBack(_ browser: Browser, toPhotoNumber number: Int) async throws {
        try await scroll(browser, toPhotoNumber: number)
        let place = try await place(browser)
        let card = try #require(place.split(separator: " ").first)
        try await browser.click("#\(card) .picture")
        try await browser.wait(for: "document.querySelector('.composer') !== null")
        try await browser.comment("How lovely!")
        try await browser.wait(for: "document.querySelector('.conversation li:not(.pending)') !== null")
        let left = Int(try await browser.numbers("return [Date.now()]")[0])
        try await browser.click(".bar .icon")
        try await browser.wait(for: isThere(place))
        try await browser.wait(for: "document.querySelector('#\(card) .comments').textContent === '1 Comment'")
        // The page's timer first asks fifteen seconds after its scripts have begun, and the way back asks at once.
        let delay = """
            (start => performance.getEntriesByType("resource")
                .filter(entry => entry.name.includes("/changes?"))
                .map(entry => performance.timeOrigin + entry.startTime - start).find(delay => delay >= 0))
                (Math.max(\(left), performance.timeOrigin + performance.getEntriesByType("navigation")[0].domInteractive))
            """
        try await browser.wait(for: "\(delay) !== undefined")
        #expect(try await browser.numbers("return [\(delay)]")[0] < 15_000)
        let now = try await self.place(browser)
        #expect(Self.isSame(now, as: place), "\(now), \(place)")
    }

    @Test(arguments: Browser.Kind.fullyDriven)
    func `Back shows the photo to which one turned, a reload works at the end, and new photos are at the top`(
        kind: Browser.Kind
    ) async throws {
        let photos = try PhotoFolder(count: 12)
        try await home.browse(photos, in: .init(kind: kind)) { browser, _ in
            try await browser.wait(for: "document.readyState === 'complete'")
            let cards = try await browser.run("return [...document.querySelectorAll('.card')].map(card => card.id)")
            let ids = try #require(cards as? [String]).map { String($0.dropFirst("photo-".count)) }
            try await browser.click(".card .picture")
            let last = try #require(ids.dropFirst(5).first)
            var id: String?
            for _ in 0...5 {
                try await browser.wait(
                    for: """
                        document.readyState === 'complete' && document.querySelector('.stage') !== null
                            && !location.pathname.endsWith('\(id ?? "/")')
                        """)
                id = try await browser.run("return location.pathname.split('/').pop()") as? String
                if id == last { break }
                try await browser.click(".turn.older")
            }
            try await browser.click(".bar .icon")
            try await browser.wait(
                for: """
                    (card => card && card.top < innerHeight && card.bottom > 0)
                        (document.getElementById('photo-\(last)')?.getBoundingClientRect())
                    """)
            try await browser.wait(
                for: """
                    (scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 12)
                    """)
            try await browser.wait(for: "history.state !== null")
            try await browser.reload()
            try await browser.wait(for: "document.readyState === 'complete' && scrollY > 0")
            // The photos above load by themselves, and a new one with them if it is there by then.
            try await browser.wait(
                for: """
                    (scrollTo(0, 0),
                        document.querySelector('.card').id === 'photo-\(ids[0])' && \(Self.isBusy) === null)
                    """)
            try await browser.wait(for: "(scrollTo(0, document.body.scrollHeight), scrollY > 0)")
            try anyPNG(salt: 201).write(to: photos.folder.url.appending(path: "new.png"))
            try await browser.wait(forNews: "!document.querySelector('.new-photos').hidden")
            try await browser.click(".new-photos")
            try await browser.wait(for: "scrollY === 0 && document.querySelector('.card')?.id !== 'photo-\(ids[0])'")
            #expect(try await browser.console() == [])
        }
    }

    @Test func `A phone that is turned shows the same photo`() async throws {
        try await withFeed(.init()) { browser, _ in
            try await scroll(browser, toPhotoNumber: 15)
            let photo = try await place(browser).split(separator: " ").first
            for (width, height) in [(844, 390), (390, 844)] {
                try await browser.resize(to: width, height)
                try await browser.wait(for: "innerWidth === \(width) && \(Self.isSaved)")
                #expect(try await place(browser).split(separator: " ").first == photo)
            }
        }
    }

    @Test func `At the top, a reload leads to the newest photos; an empty feed shows its first one`() async throws {
        let photos = try PhotoFolder(count: 0)
        try await home.browse(photos) { browser, _ in
            for (count, name) in ["first.png", "second.png"].enumerated() {
                try anyPNG(salt: 200 + UInt8(count)).write(to: photos.folder.url.appending(path: name))
                try await browser.wait(
                    forNews: """
                        document.querySelectorAll('.card').length === 1
                            && (\(count) === 0 || !document.querySelector('.new-photos').hidden)
                        """)
            }
            try await browser.run("scrollTo(0, 100)")
            try await browser.wait(for: "history.state !== null || scrollY === 0")
            try await browser.run("scrollTo(0, 0)")
            try await browser.wait(for: "history.state === null")
            try await browser.reload()
            #expect(try await browser.count(".card") == 2)
            #expect(try await browser.run("return scrollY") as? Int == 0)
        }
    }
}

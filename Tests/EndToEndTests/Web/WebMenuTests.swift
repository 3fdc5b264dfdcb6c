import Foundation
import TestSupport
import Testing

/// The menus of the web app, and the sizes of tap targets, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebMenuTests {
    private static let escape = "\u{E00C}"

    private let home = Home()

    private func openMenus(_ browser: Browser) async throws -> Int? {
        try await browser.run("return document.querySelectorAll('.menu[open]').length") as? Int
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A menu closes by a tap elsewhere and by Escape, and one is open at a time`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, _ in
            try await browser.join(maria)
            try await browser.click(".card .comments")
            for count in 3...4 {
                try await browser.comment("How lovely!")
                try await browser.waitForComments(count)
            }
            let photo = try await browser.address
            try await browser.click("li:nth-child(3) .menu summary")
            try await browser.run("document.querySelector('li:nth-child(4) summary').click()")
            try await browser.wait(for: "!document.querySelector('li:nth-child(3) .menu').open")
            #expect(try await openMenus(browser) == 1)
            try await browser.press(Self.escape)
            #expect(try await openMenus(browser) == 0)
            #expect(try await browser.address == photo)
            let isFocused = "return document.activeElement === document.querySelector('li:nth-child(4) summary')"
            #expect(try await browser.run(isFocused) as? Bool == true)
            try await browser.click("li:nth-child(4) .menu summary")
            #expect(try await openMenus(browser) == 1)
            try await browser.tap(try await browser.middle(of: ".bar h1"))
            try await browser.wait(for: "document.querySelector('.menu[open]') === null")
            try await browser.press(Self.escape)
            try await browser.wait(for: "document.querySelector('.feed') !== null")
            #expect(try await browser.console() == [])
        }
    }

    @Test
    func
        `What is tapped is 44 pixels high and wide, nothing overlaps large text, and from right to left people are below their title`()
        async throws
    {
        try await home.serveMaria(PhotoFolder(count: 12), may: "admin") { browser, maria, server in
            try await browser.join(maria)
            try await browser.click(".card .comments")
            try await browser.comment("How lovely!")
            try await browser.waitForComments(3)
            let photo = try await browser.address
            _ = try await home.invite("nikos")
            let paths = [
                "/", "/people", "/people?name=nikos&do=link", "/people?name=nikos&do=remove", "/post", "/you",
                "/people?name=nikos&do=may", "/select", "/activity", "/months", "/welcome",
            ]
            for address in [photo] + paths.map({ server.address + $0 }) {
                try await browser.open(address)
                try await browser.run("for (const menu of document.querySelectorAll('details')) menu.open = true")
                let small = try await browser.run(
                    """
                    return [...document.querySelectorAll(".links a, .months a, summary, .button, .icon, button, .turn, .option")]
                        .filter(element => element.checkVisibility())
                        .map(element => [element.outerHTML, element.getBoundingClientRect()])
                        .filter(([, {width, height}]) => Math.min(width, height) < 44)
                        .map(([text, {width, height}]) => `${text} ${width} × ${height}`);
                    """)
                #expect(small as? [String] == [], "\(address)")
                for width in [390, 195] {
                    try await browser.resize(to: width, 422)
                    let faults = try await browser.run(
                        """
                        const {scrollWidth, clientWidth} = document.documentElement;
                        const parts = [...document.querySelectorAll(".bar h1, .bar time, .bar .icon")]
                            .map(element => [element, element.getBoundingClientRect()])
                            .map(([element, box]) => [element.outerHTML.slice(0, 40), box]);
                        const touch = (one, other) => one.left < other.right && other.left < one.right
                            && one.top < other.bottom && other.top < one.bottom;
                        const overlaps = parts.flatMap(([one, box], index) => parts.slice(index + 1)
                            .filter(([, other]) => touch(box, other)).map(([other]) => `${one} and ${other}`));
                        return scrollWidth > clientWidth ? [`${scrollWidth} pixels wide`, ...overlaps] : overlaps;
                        """)
                    #expect(faults as? [String] == [], "\(address) at \(width)")
                }
                try await browser.resize(to: 390, 844)
            }

            try await browser.open(server.address + "/people")
            let starts = try await browser.numbers(
                """
                return [".author bdi", ".facts + .facts span"].map(selector =>
                    document.querySelector(`.people li ${selector}`).getBoundingClientRect().left);
                """)
            #expect(starts[0] == starts[1])
            try await browser.run("document.documentElement.dir = 'rtl'")
            let edges = try await browser.numbers(
                """
                return [".people > h2", ".people li .facts"].map(selector =>
                    document.querySelector(selector).getBoundingClientRect().right);
                """)
            #expect(edges[0] == edges[1])
        }
    }
}

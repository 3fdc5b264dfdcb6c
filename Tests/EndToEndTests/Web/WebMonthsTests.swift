import Foundation
import TestSupport
import Testing

/// The months of the feed, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebMonthsTests {
    private static let names = ["May 2026", "April 2026", "March 2026"]
    /// Where each month's name is: below the previous item and above the next one, or over the next one.
    private static let places = """
        return [...document.querySelectorAll(".month")].map(month => {
            const box = element => element.getBoundingClientRect();
            const [name, heading] = ["a", "h2"].map(part => box(month.querySelector(part)));
            const [next, before] = [box(month.nextElementSibling), month.previousElementSibling];
            const isOver = name.left > next.left && name.right < next.right
                && name.top > next.top && name.bottom < next.bottom;
            const isAbove = heading.height > 0 && heading.bottom <= next.top + 1
                && (before === null || box(before).bottom <= heading.top + 1);
            return isOver ? "over" : isAbove ? "above" : "elsewhere";
        })
        """

    private let home = Home()

    private func scrollToEnd(_ browser: Browser) async throws {
        try await browser.wait(
            for: "(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 20)")
    }

    private func expectMonths(_ browser: Browser, width: Int) async throws {
        #expect(try await browser.texts(".month h2") == Self.names)
        // In a wide window, the name of a month of three photos lies over the first of them.
        let first = width < 800 ? "above" : "over"
        #expect(try await browser.run(Self.places) as? [String] == [first, "above", "above"])
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Each month has one heading, also where two pages meet, and the list of months leads to its photos`(
        kind: Browser.Kind
    ) async throws {
        // April is on both pages.
        let photos = try PhotoFolder(count: 20, interval: 3 * 86_400)
        try await home.browse(photos, in: .init(kind: kind)) { browser, _ in
            try await scrollToEnd(browser)
            try await expectMonths(browser, width: 390)
            try await browser.click(".all a")
            try await browser.wait(for: "document.querySelector('.months') !== null")
            let months = "return [...document.querySelectorAll('.months a')].map(month => month.textContent)"
            let counts = ["3 Photos", "10 Photos", "7 Photos"]
            #expect(try await browser.run(months) as? [String] == zip(Self.names, counts).map { "\($0) \($1)" })
            try await browser.click(".months li:nth-child(2) a")
            // The newer page is added above.
            try await browser.wait(
                for: """
                    (document.querySelector('.pages a[rel=prev]')?.click(),
                        document.querySelector('.feed') !== null && document.querySelector('.pages a[rel=prev]') === null)
                    """)
            try await scrollToEnd(browser)
            for width in [390, 1280] {
                try await browser.resize(to: width, 844)
                try await expectMonths(browser, width: width)
            }
            #expect(try await browser.console() == [])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `In a wide window, months of few photos share a row`(kind: Browser.Kind) async throws {
        // One photo of May, three of April, two of March.
        let photos = try PhotoFolder(count: 6, interval: 12 * 86_400)
        try await home.browse(photos, in: .init(kind: kind, width: 1280)) { browser, _ in
            try await browser.wait(for: "document.readyState === 'complete'")
            #expect(try await browser.run(Self.places) as? [String] == ["over", "over", "above"])
            let rows = try await browser.numbers(
                """
                const tops = [...document.querySelectorAll("[data-shape]")]
                    .map(item => Math.round(item.getBoundingClientRect().top));
                return tops.map(top => [...new Set(tops)].indexOf(top));
                """)
            #expect(rows == [0, 0, 0, 0, 1, 1])
            try await browser.click(".month a")
            try await browser.wait(for: "document.querySelector('.months') !== null")
            #expect(try await browser.console() == [])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `However wide the window is, months of few photos never make the page wider`(kind: Browser.Kind) async throws {
        let photos = try PhotoFolder(count: 30, interval: 20 * 86_400)
        try await home.browse(photos, in: .init(kind: kind, width: 1280)) { browser, _ in
            try await browser.wait(for: "document.readyState === 'complete'")
            for width in stride(from: 820, through: 1_660, by: 70) {
                try await browser.resize(to: width, 800)
                let excess = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                #expect(try await browser.numbers("return [\(excess)];") == [0], "\(width)")
            }
        }
    }
}

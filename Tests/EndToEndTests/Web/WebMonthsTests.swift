import Foundation
import TestSupport
import Testing

/// The months of the feed, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebMonthsTests {
    private static let names = ["May 2026", "April 2026", "March 2026"]
    /// Whether each heading is below the previous item, and above the next one.
    private static let beginRows = """
        return [...document.querySelectorAll(".month")].every(month => {
            const box = element => element.getBoundingClientRect();
            const [heading, before] = [box(month.querySelector("h2")), month.previousElementSibling];
            return heading.height > 0 && heading.bottom <= box(month.nextElementSibling).top + 1
                && (before === null || box(before).bottom <= heading.top + 1);
        })
        """

    private let home = Home()

    private func scrollToEnd(_ browser: Browser) async throws {
        try await browser.wait(
            for: "(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 20)")
    }

    private func expectMonths(_ browser: Browser) async throws {
        #expect(try await browser.texts(".month h2") == Self.names)
        #expect(try await browser.run(Self.beginRows) as? Bool == true)
    }

    @Test(arguments: Browser.Kind.allCases, [390, 1280])
    func `Each month has one heading, also where two pages meet, and the list of months leads to its photos`(
        kind: Browser.Kind, width: Int
    ) async throws {
        // April is on both pages.
        let photos = try PhotoFolder(count: 20, interval: 3 * 86_400)
        try await home.browse(photos, in: .init(kind: kind, width: width)) { browser, _ in
            try await scrollToEnd(browser)
            try await expectMonths(browser)
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
            try await expectMonths(browser)
            #expect(try await browser.console() == [])
        }
    }
}

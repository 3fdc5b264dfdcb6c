import Foundation
import TestSupport
import Testing

/// Photos that a friend has posted together, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebTogetherTests {
    private let home = Home()

    @Test(arguments: Browser.Kind.allCases)
    func `Photos posted together follow each other sideways on a phone, or in rows`(kind: Browser.Kind) async throws {
        let pictures = ["one.jpg", "two.jpg", "three.jpg"].map { home.folder.url.appending(path: $0) }
        for (picture, name) in zip(pictures, ["large-progressive.jpg", "orientation-6.jpg", "orientation-6.jpg"]) {
            try TestPicture.data(name).write(to: picture)
        }
        try await home.serveMaria(may: "post", in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
            try await browser.choose(pictures, count: 3)
            try await browser.type("At the pier", into: "#caption")
            try await browser.click(".chosen li:first-child .others summary")
            try await browser.type("The first", into: ".chosen li:first-child [name=caption]")
            try await browser.click(".post .main")
            try await browser.wait(
                for: "document.readyState === 'complete' && document.querySelectorAll('.together .card').length === 3")
            let positions = try await browser.run(
                "return [...document.querySelectorAll('.together .position')].map(part => part.textContent)")
            #expect(positions as? [String] == ["1 of 3", "2 of 3", "3 of 3"])
            #expect(try await browser.texts(".together .card .caption") == ["The first", "At the pier", "At the pier"])
            let windows = """
                return [...document.querySelectorAll(".together [data-shape]")]
                    .map(item => Math.round(item.getBoundingClientRect().left / innerWidth))
                """
            #expect(try await browser.numbers(windows) == [0, 1, 2])
            let shapes = """
                return [...document.querySelectorAll(".together .picture")]
                    .map(picture => picture.getBoundingClientRect())
                    .map(({width, height}) => Math.round(width / height * 100))
                """
            #expect(try await browser.numbers(shapes) == [133, 133, 133])

            // A finger lets go between two photos.
            let (row, last) = ("document.querySelector('.together ol')", "document.querySelectorAll('.card')[2]")
            try await browser.run("scrollTo(0, 30); \(row).scrollLeft = 1.8 * \(row).clientWidth")
            let isThere = "Math.abs(\(row).scrollLeft - 2 * \(row).clientWidth) < 2"
            try await browser.wait(for: "\(isThere) && history.state?.photo === \(last).id")
            try await browser.reload()
            try await browser.wait(for: "\(row) !== null && \(isThere)")
            try await browser.follow(".together li:last-child .picture")
            try await browser.wait(for: "document.querySelector('.bar .count')?.textContent === '3 of 3'")
            try await browser.back()
            try await browser.wait(for: "\(row) !== null && \(isThere)")

            try await browser.resize(to: 1280, 844)
            let isInRow = """
                (([one, two, three]) => one.top === two.top && one.right < two.left && three.right <= innerWidth)
                    ([...document.querySelectorAll(".together .card")].map(card => card.getBoundingClientRect()))
                """
            try await browser.wait(for: isInRow)
            #expect(try await browser.texts(".together .position") == ["", "", ""])
            #expect(try await browser.texts(".together .caption") == ["The first", "", "At the pier", ""])
            #expect(try await browser.texts(".together .author bdi") == ["maria", "", "", ""])
            #expect(try await browser.console() == [])
            try await browser.resize(to: 390, 844)
        }
    }
}

import Foundation
import TestSupport
import Testing

/// Selecting photos to download, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSelectingTests {
    private let home = Home()

    private func wait(_ browser: Browser, forSelected selected: Int, of count: Int) async throws {
        try await browser.wait(
            for: """
                document.querySelectorAll('.select input').length === \(count)
                    && document.querySelectorAll('.select :checked').length === \(selected)
                """)
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Photos stay selected when older ones are shown; all come in one archive`(kind: Browser.Kind) async throws {
        try await home.browse(PhotoFolder(count: 103), in: .init(kind: kind)) { browser, server in
            // The server answers once it knows the first photos.
            try await browser.repeatUntil("all photos") {
                try await browser.open(server.address + "/select")
                return try await browser.count(".select a[rel=next]") == 1
            }
            try await browser.wait(for: "document.readyState === 'complete'")
            try await browser.wait(for: "document.querySelector('.select .main').disabled")
            try await browser.click(".select label")
            #expect(try await browser.count(".select .main:enabled") == 1)
            try await browser.type(" ", into: ".select li:nth-child(2) input")
            try await wait(browser, forSelected: 2, of: 100)
            try await browser.click(".select a[rel=next]")
            try await wait(browser, forSelected: 2, of: 103)
            #expect(try await browser.texts(".toggle") == ["Select All on This Page"])
            try await browser.click(".toggle")
            try await wait(browser, forSelected: 103, of: 103)
            #expect(try await browser.texts(".toggle") == ["Select None"])
            let answer = try await browser.run(
                """
                const form = document.querySelector(".select");
                return fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))}).then(
                    async answer => [answer.status, answer.headers.get("Content-Type"), (await answer.text()).slice(0, 2)]
                        .join(" "));
                """)
            #expect(answer as? String == "200 application/zip PK")
            // As many as on more pages.
            try await browser.run(
                """
                const list = document.querySelector(".select ol");
                for (let time = 0; time < 3; time++) list.append(...list.cloneNode(true).children);
                """)
            try await browser.click(".select .main")
            try await browser.wait(
                for:
                    "document.querySelector('.select output').textContent === 'You can download up to 500 photos or 2 GB at once.'"
            )
            #expect(try await browser.console() == [])
        }
    }
}

import Foundation
import TestSupport
import Testing

/// What a real browser shows when the program's server can't be reached.
@Suite(.oneAtATime) struct WebOfflineTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    private func invite(_ name: String = "maria") async throws -> String {
        try await Program(environment: ["XDG_STATE_HOME": home.folder.path]).run(["invite", name]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Opens the feed, and waits until the browser has saved it with its pictures.
    private func openFeed(_ browser: Browser, _ link: String) async throws {
        try await browser.open(link)
        try await browser.wait(for: "document.querySelectorAll('.card').length === 4")
        try await browser.run(
            """
            setInterval(async () => {
                window.saved = (await (await caches.open("pictures")).keys()).length;
            }, 50)
            """)
        try await browser.wait(for: "window.saved >= 4")
    }

    @Test func `The saved feed is shown for seven days with its age and its pictures, then an error`() async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let link = try await invite()
        try await Browser.with { browser in
            try await openFeed(browser, link)
            await server.stop()
            try await browser.open(server.address + "/")
            #expect(try await browser.texts(".card").count == 4)
            let notice = try await browser.texts(".offline").first
            #expect(notice?.contains("No connection. Saved on this device:") == true)
            #expect(notice?.contains("ago") == true)
            for picture in 0..<4 {
                try await browser.run("document.images[\(picture)].scrollIntoView()")
                try await browser.wait(for: "document.images[\(picture)].naturalWidth > 0")
            }
            try await browser.run(
                """
                return (async () => {
                    const cache = await caches.open("pages");
                    const response = await cache.match(location.href);
                    const headers = new Headers(response.headers);
                    headers.set("X-Saved-At", Date.now() - 7 * 86400000 - 1000);
                    await cache.put(location.href, new Response(await response.text(), {headers}));
                })()
                """)
            try await browser.reload()
            #expect(try await browser.texts(".card") == [])
            #expect(try await browser.texts("h2") == ["No Connection"])
        }
    }

    @Test(arguments: ["signing out", "revocation"])
    func `Nothing of the feed stays in the browser after`(end: String) async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let link = try await invite()
        try await Browser.with { browser in
            try await openFeed(browser, link)
            if end == "signing out" {
                try await browser.click("form[action$='/sign-out'] button")
            } else {
                try await Program(environment: ["XDG_STATE_HOME": home.folder.path]).run(["revoke", "maria"])
                while try await browser.texts(".card") != [] { try await browser.reload() }
            }
            #expect(try await browser.texts("h2") == ["For Invited Friends"])
            try await browser.run(
                """
                setInterval(async () => {
                    const names = (await caches.keys()).filter(name => name !== "files");
                    const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
                    window.saved = lists.flat().filter(request => !request.url.endsWith("/offline")).length;
                }, 50)
                """)
            try await browser.wait(for: "window.saved === 0")
        }
        await server.stop()
    }

    @Test func `After signing out, the way back doesn't lead to the feed`() async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let link = try await invite()
        try await Browser.with { browser in
            try await openFeed(browser, link)
            try await browser.click("form[action$='/sign-out'] button")
            #expect(try await browser.texts("h2") == ["For Invited Friends"])
            try await browser.back()
            try await browser.wait(for: "document.querySelector('h2')?.innerText === 'For Invited Friends'")
            #expect(try await browser.texts(".card") == [])
        }
        await server.stop()
    }

    @Test func `The next person's link deletes the pages of the person before`() async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let (maria, nikos) = (try await invite(), try await invite("nikos"))
        try await Browser.with { browser in
            try await openFeed(browser, maria)
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.composer') !== null")
            let photo = try await browser.address
            try await browser.open(nikos)
            try await browser.wait(for: "document.querySelectorAll('.card').length === 4")
            await server.stop()
            try await browser.open(photo)
            #expect(try await browser.texts("h2") == ["No Connection"])
        }
    }
}

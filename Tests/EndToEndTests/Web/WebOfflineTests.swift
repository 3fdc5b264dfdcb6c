import Foundation
import TestSupport
import Testing

/// A real browser without a connection to the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebOfflineTests {
    private let home = Home()

    /// Opens the feed, and waits until the browser has saved it with its pictures.
    private func openFeed(_ browser: Browser, _ link: String) async throws {
        try await browser.join(link)
        try await browser.wait(for: "caches.open('/pictures').then(async cache => (await cache.keys()).length >= 4)")
        try await browser.wait(for: "caches.match(location.href)")
    }

    @Test func `The saved feed is shown for seven days with its age and its pictures, then an error`() async throws {
        try await home.serveMaria { browser, link, server in
            try await openFeed(browser, link)
            await server.stop()
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".card") == 4)
            let notice = try await browser.texts(".offline").first
            #expect(notice?.contains("No connection. Saved on this device:") == true)
            #expect(notice?.contains(/(now|ago)/) == true)
            for picture in 0..<4 {
                try await browser.run("document.images[\(picture)].scrollIntoView()")
                try await browser.wait(for: "document.images[\(picture)].naturalWidth > 0")
            }
            // The page was saved a moment ago, so it would still be shown exactly a week before.
            for clock in [World.sevenDays, .seconds(-8 * 24 * 60 * 60)] {
                try browser.moveClock(by: clock)
                try await browser.reload()
                #expect(try await browser.count(".card") == 0)
                #expect(try await browser.texts("h2") == ["No Connection"])
                // It stays saved, because the clock may be wrong.
                try await browser.wait(for: "caches.match(location.href)")
            }
        }
    }

    // Firefox's driver reloads without the worker.
    @Test(arguments: [Browser.Kind.chromium, .webKit])
    func `While only a proxy answers, the saved feed is shown, and an error where nothing is saved`(
        kind: Browser.Kind
    ) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, link, server in
            try await openFeed(browser, link)
            await server.stop()
            let proxy = try await TestProgram.start([
                "python3", "-uc",
                """
                import http.server, sys
                class Proxy(http.server.BaseHTTPRequestHandler):
                    def do_GET(self):
                        self.send_error(502)
                    def log_message(self, *_): pass
                proxy = http.server.ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Proxy)
                print("It listens.")
                proxy.serve_forever()
                """, server.host, String(server.port),
            ])
            _ = try await proxy.line()
            try await browser.reload()
            // A reload would lose the mark.
            try await browser.run(
                """
                const send = window.fetch;
                window.fetch = (...call) => send(...call).then(answer => {
                    if (String(call[0]).includes("/changes?")) setTimeout(() => window.isHandled = true);
                    return answer;
                });
                document.dispatchEvent(new Event("visibilitychange"));
                """)
            try await browser.wait(for: "window.isHandled === true")
            #expect(try await browser.holds("window.isHandled && !document.querySelector('.offline').hidden"))
            #expect(try await browser.count(".card") == 4)
            #expect(try await browser.texts(".offline").first?.contains("Saved on this device:") == true)
            try await browser.open(server.address + "/you")
            #expect(try await browser.texts("h2") == ["No Connection"])
            withExtendedLifetime(proxy) {}
        }
    }

    @Test func `An address without its last slash leads to the one below which pages are saved`() async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false, arguments: ["--base-path", "/photos"])
        let link = try #require(server.ownerLink)
        try await Browser.with { browser in
            try await browser.join(link)
            let address = try #require(URL(string: "/photos?lang=en", relativeTo: URL(string: link)))
            try await browser.open(address.absoluteString)
            try await browser.wait(
                for: "location.pathname === '/photos/' && navigator.serviceWorker.controller !== null")
        }
    }

    @Test func `Once a browser has seen that a photo is hidden, neither its page nor its pictures are saved any more`()
        async throws
    {
        try await home.serveMaria { browser, link, server in
            try await openFeed(browser, link)
            try await browser.click(".card .picture")
            try await browser.wait(for: "caches.match(location.href)")
            let id = try #require(try await browser.run("return location.pathname.split('/').at(-1)") as? String)
            try await browser.wait(
                for:
                    "caches.open('/pictures').then(async cache => (await cache.keys()).some(({url}) => url.includes('\(id)')))"
            )
            #expect(try await home.run(["hide", id] + home.stateOption).status == 0)
            try await browser.reload()
            try await browser.wait(
                for: """
                    Promise.all(["/pages", "/pictures"].map(name => caches.open(name).then(cache => cache.keys())))
                        .then(saved => saved.flat().every(({url}) => !url.includes("\(id)")))
                    """)
            #expect(try await browser.count(".viewer") == 0)
        }
    }

    @Test func `A saved feed becomes the current one once the server answers, without a network event`() async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria")
        try await Browser.with { browser in
            try await openFeed(browser, maria)
            await server.stop()
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".offline:not([hidden])") == 1)
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            try await browser.wait(
                forNews: """
                    document.readyState === 'complete' && document.querySelector('.offline').hidden
                        && !('savedAt' in document.documentElement.dataset)
                    """)
            #expect(try await browser.count(".card") == 4)
        }
        await server.stop()
    }

    @Test func `A network's sign-in page doesn't replace a saved page`() async throws {
        try await home.serveMaria { browser, link, server in
            try await openFeed(browser, link)
            await server.stop()
            try await browser.open(server.address + "/")
            for status in [200, 404] {
                try await browser.run(
                    """
                    window.asked = 0;
                    window.fetch = async address => {
                        if (String(address).includes("/changes")) window.asked++;
                        return new Response("<html>", {status: \(status), headers: {"Content-Type": "text/html"}});
                    };
                    """)
                // Both scripts ask again only once they have read the answer.
                try await browser.wait(forNews: "window.asked > 3")
                #expect(try await browser.count(".offline:not([hidden])") == 1)
            }
        }
    }

    @Test func `Once the server answers, a saved page with a started comment keeps it and says nothing more`()
        async throws
    {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria")
        try await Browser.with { browser in
            try await openFeed(browser, maria)
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.composer') !== null && caches.match(location.href)")
            await server.stop()
            try await browser.reload()
            #expect(try await browser.count(".offline:not([hidden])") == 1)
            try await browser.type("a comment", into: ".composer textarea")
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            try await browser.wait(forNews: "document.querySelector('.offline').hidden")
            try await browser.run("dispatchEvent(new Event('online'))")
            #expect(try await browser.holds("document.querySelector('.offline').hidden"))
            #expect(try await browser.value(of: ".composer textarea") == "a comment")
        }
        await server.stop()
    }

    @Test func `Pictures are saved in the size that the page has loaded, and in no other`() async throws {
        let photos = try PhotoFolder(count: 0)
        try TestPicture.data("large-progressive.jpg").write(to: photos.folder.url.appending(path: "a.jpg"))
        try await home.browse(photos) { browser, _ in
            #expect(try await browser.attribute("srcset", of: "img")?.contains(", ") == true)
            let isSaved = """
                caches.open("/pictures").then(async cache => {
                    const saved = (await cache.keys()).map(request => request.url);
                    return saved.length === 1 && saved[0] === document.images[0].currentSrc;
                })
                """
            try await browser.wait(for: "caches.match(location.href)")
            try await browser.wait(for: isSaved)
            try await browser.reload()
            try await browser.wait(for: isSaved)
        }
    }

    @Test func `A link signs in until one signs out or is revoked; then nothing stays, even for Back`() async throws {
        try await home.serveMaria { browser, link, server in
            func expectNothing() async throws {
                try await browser.wait(forElement: "#link")
                #expect(try await browser.texts("h2") == ["For Invited Friends"])
                try await browser.wait(
                    for: """
                        (async () => {
                            const names = (await caches.keys()).filter(name => name !== "/files");
                            const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
                            return lists.flat().every(request => request.url.endsWith("/offline"));
                        })()
                        """)
            }
            #expect(link.hasPrefix(server.address + "/join#maria:"))
            // There, the link changes only the part of the address that loads nothing.
            try await browser.open(server.address + "/join")
            #expect(try await browser.texts("h2") == ["For Invited Friends"])
            try await openFeed(browser, link)
            #expect(try await browser.address == server.address + "/")
            try await browser.back()
            #expect(try await !browser.address.contains("#maria"))
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".card") == 4)
            try await browser.signOut()
            try await expectNothing()
            try await browser.back()
            try await browser.wait(for: "document.querySelector('h2')?.innerText === 'For Invited Friends'")
            #expect(try await browser.count(".card") == 0)
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".card") == 0)
            try await openFeed(browser, link)
            _ = try await home.run(["revoke", "maria"] + home.stateOption)
            try await browser.repeatUntil("the end of the invitation") {
                try await browser.reload()
                return try await browser.count(".card") == 0
            }
            try await expectNothing()
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The next person's link deletes the pages of the person before`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            let nikos = try await home.invite("nikos")
            try await openFeed(browser, maria)
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.composer') !== null")
            let photo = try await browser.address
            try await browser.join(nikos)
            try await browser.wait(for: "caches.match('\(photo)').then(page => !page)")
            await server.stop()
            try await browser.open(photo)
            #expect(try await browser.texts("h2") == ["No Connection"])
        }
    }

    @Test func `A form of another site deletes no saved page`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await openFeed(browser, maria)
            for path in ["/sign-out", "/join"] {
                let form = "<form method=post action=\(server.address)\(path)><button>Go</button></form>"
                try await browser.open("data:text/html,\(form)")
                try await browser.click("button")
                try await browser.wait(forElement: "section.notice")
                #expect(try await browser.address == server.address + path)
            }
            await server.stop()
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".card") == 4)
        }
    }

    @Test func `Signing out without the page's scripts deletes the saved pages`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await openFeed(browser, maria)
            let feed = try await browser.address
            try await browser.run("document.querySelector(\"form[action$='/sign-out']\").submit()")
            try await browser.wait(forElement: "#link")
            try await browser.wait(for: "caches.match('\(feed)').then(page => !page)")
        }
    }
}

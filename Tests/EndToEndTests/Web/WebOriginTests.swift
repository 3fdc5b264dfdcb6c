import Foundation
import TestSupport
import Testing

/// Two servers whose addresses differ only in their paths, in one real browser. The first person of each has the same
/// id.
@Suite(.oneAtATime, .sharesBrowsers) struct WebOriginTests {
    /// A server below a path of the host.
    private struct Site {
        let path: String
        let address: String
        /// The owner's.
        let link: String
        let home: Home
        let server: ProgramServer
    }

    /// Opens the store of a site's saved pages or pictures.
    private static func cache(_ name: String, of site: Site) -> String { "caches.open('\(site.path)/\(name)')" }

    /// Whether the feed of a site is saved.
    private static func isSaved(of site: Site, in other: Site? = nil) -> String {
        "\(cache("pages", of: other ?? site)).then(cache => cache.match('\(site.path)/')).then(Boolean)"
    }

    private let folder = TemporaryFolder()
    private let host = LoopbackAddress.any()
    private var origin: String { "http://\(host):8450" }

    private func site(at path: String, port: Int, ownedBy name: String) async throws -> Site {
        let (home, address) = (Home(), origin + path)
        let link = try await home.invite(name, may: "admin", publicURL: address)
        let base = path.isEmpty ? [] : ["--base-path", path]
        let server = try await home.serve(
            PhotoFolder(), host: host, port: port, isPublic: false, arguments: ["--public-url", address] + base)
        return Site(path: path, address: address, link: link, home: home, server: server)
    }

    /// Starts a proxy before the servers.
    private func proxy(_ sites: [Site]) async throws -> TestProgram {
        let blocks = sites.map { site in
            """
            handle \(site.path.isEmpty ? "" : "\(site.path)/* "){
                reverse_proxy \(host):\(site.server.port)
            }
            """
        }
        let configuration = folder.url.appending(path: "Caddyfile")
        try Data(
            """
            {
                admin off
                auto_https off
            }
            \(origin) {
                bind \(host)
                \(blocks.joined(separator: "\n"))
            }
            """.utf8
        ).write(to: configuration)
        let caddy = try await TestProgram.start(
            ["caddy", "run", "--adapter", "caddyfile", "--config", configuration.path],
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
        try await TestProgram.succeed([
            "curl", "-s", "--retry", "100", "--retry-connrefused", "--retry-delay", "0", "-o", "/dev/null",
            sites[0].address + "/",
        ])
        return caddy
    }

    /// Serves two feeds at one host while the closure runs. anna owns the first one, and bob the second.
    private func serve(
        at paths: (String, String), in kind: Browser.Kind = .chromium,
        _ body: (Browser, Site, Site, _ proxy: TestProgram) async throws -> Void
    ) async throws {
        let sites = [
            try await site(at: paths.0, port: 8451, ownedBy: "anna"),
            try await site(at: paths.1, port: 8452, ownedBy: "bob"),
        ]
        let proxy = try await proxy(sites)
        try await Browser.with(.init(kind: kind)) { try await body($0, sites[0], sites[1], proxy) }
        await proxy.kill()
        for site in sites { await site.server.stop() }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `What a person wrote and chose at one server is neither shown, sent nor deleted at another of the host`(
        kind: Browser.Kind
    ) async throws {
        let picture = folder.url.appending(path: "holiday.jpg")
        try TestPicture.data("orientation-6.jpg").write(to: picture)
        try await serve(at: ("/a", "/b"), in: kind) { browser, a, b, _ in
            try await browser.join(b.link)
            try await browser.openComments(a.link)
            let photo = try await browser.address
            try await browser.type("half a sen", into: ".composer textarea")
            try await browser.open(a.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.ariaDisabled === 'true'")
            try await browser.run(
                "XMLHttpRequest.prototype.send = function() { this.dispatchEvent(new Event('loadend')) }")
            try await browser.type(picture.path(percentEncoded: false), into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.click(".post .main")
            try await browser.wait(
                for: "document.querySelector('.chosen .state')?.textContent.includes('Not sent yet')")

            try await browser.open(b.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.ariaDisabled === 'true'")
            #expect(try await browser.count(".chosen li, #unsent li") == 0)
            try await browser.open(b.address + "/")
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent") == [""])
            // Nothing is lost, so there is no question.
            try await browser.signOut()
            try await browser.wait(for: "document.querySelector('#link') !== null")

            try await browser.open(a.address + "/")
            try await browser.wait(
                for: """
                    fetch("/a/").then(page => page.text()).then(text => text.split(' id="photo-').length === 6)
                    """)
            try await browser.open(photo)
            try await browser.wait(for: "document.querySelector('.composer textarea')?.value === 'half a sen'")
            try await browser.join(b.link)
            #expect(try await browser.count(".card") == 4)
        }
    }

    @Test func `What an earlier version kept for both servers is shown at the one where it was written`() async throws {
        try await serve(at: ("/a", "/b")) { browser, a, b, _ in
            try await browser.join(a.link)
            try await browser.join(b.link)
            try await browser.run(
                """
                const set = (key, value) => localStorage.setItem(key, JSON.stringify(value));
                set("person owner", ["/b", "bob"]);
                set("written owner draft /a/photo/1", "for a");
                set("written owner draft /b/photo/1", "for b");
                set("written owner caption", "of b");
                set("written /b owner caption", "new");
                set("written owner outbox", ["/a", "/b"].map(base => ({
                    id: base, kind: "comment", address: `${base}/photo/1`, status: 403, fields: {message: `in ${base}`},
                })));
                """)
            try await browser.open(b.address + "/")
            try await browser.waitForUnsent()
            for (site, text) in [(a, "in /a,for a"), (b, "in /b,for b")] {
                try await browser.open(site.address + "/")
                try await browser.wait(
                    for: """
                        [...document.querySelectorAll("#unsent .message")]
                            .map(message => message.textContent).join() === "\(text)"
                        """)
            }
            try await browser.open(b.address + "/post")
            try await browser.wait(for: "document.querySelector('#caption')?.value === 'new\\nof b'")
            let old = "return Object.keys(localStorage).filter(key => /^(written|person) owner/.test(key)).length"
            #expect(try await browser.run(old) as? Int == 0)
        }
    }

    @Test(arguments: [("/a", "/b"), ("", "/a"), ("/a", "/a/b")])
    func `Saved pages of one server stay when the session at another of the host ends`(first: String, second: String)
        async throws
    {
        try await serve(at: (first, second)) { browser, a, b, proxy in
            try await browser.join(a.link)
            try await browser.wait(for: Self.isSaved(of: a))
            let pictures = "\(Self.cache("pictures", of: a)).then(async cache => (await cache.keys()).length >= 4)"
            try await browser.wait(for: pictures)
            func expectSaved() async throws {
                try await browser.wait(for: "\(Self.isSaved(of: b)).then(isSaved => !isSaved)")
                try await browser.wait(for: Self.isSaved(of: a))
                try await browser.wait(for: pictures)
            }
            try await browser.join(b.link)
            try await browser.wait(for: Self.isSaved(of: b))
            try await browser.wait(for: "\(Self.isSaved(of: b, in: a)).then(isSaved => !isSaved)")
            try await browser.signOut()
            try await browser.wait(for: "document.querySelector('#link') !== null")
            try await expectSaved()

            try await browser.join(b.link)
            try await browser.wait(for: Self.isSaved(of: b))
            _ = try await b.home.run(["revoke", "bob"] + b.home.stateOption)
            try await browser.wait(forNews: "document.querySelector('#link') !== null")
            try await expectSaved()
            await proxy.kill()
            try await browser.open(a.address + "/")
            #expect(try await browser.count(".card") == 4)
        }
    }

    @Test func `A page asks for notifications through its own server's worker, not through another one's`()
        async throws
    {
        try await serve(at: ("", "/a")) { browser, above, below, _ in
            try await browser.join(above.link)
            try await browser.wait(for: "navigator.serviceWorker.controller !== null")
            // Without a page of the feed, there is no worker below yet.
            try await browser.run(
                """
                return fetch("/a/join", {method: "POST", body: new URLSearchParams({link: "\(below.link)"})})
                    .then(() => true)
                """)
            try await browser.command(
                "Browser.grantPermissions", ["origin": origin, "permissions": ["notifications"]])
            try await browser.open(below.address + "/activity")
            try await browser.wait(for: "document.querySelector('.push')?.hidden === false")
            // The browser of the test has no push service.
            try await browser.run(
                """
                PushManager.prototype.subscribe = async function() {
                    const workers = await navigator.serviceWorker.getRegistrations();
                    window.scope = workers.find(({pushManager}) => pushManager === this)?.scope ?? "none";
                    throw new Error("no push service");
                };
                """)
            try await browser.click(".push .button")
            try await browser.wait(for: "window.scope === '\(below.address)/'")
        }
    }
}

import Testing

/// Two tabs of a real browser, which share what isn't sent yet.
@Suite(.oneAtATime, .sharesBrowsers) struct WebTabsTests {
    private let home = Home()

    private func show(_ tab: String, _ browser: Browser) async throws {
        try await browser.call("SwitchToWindow", "POST", "window", ["handle": tab])
    }

    @Test func `What two tabs send at the same moment arrives once`() async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria")
        try await Browser.with { browser in
            try await browser.openComments(maria)
            // The other tab shows the saved page.
            try await browser.reload()
            try await browser.wait(for: "navigator.serviceWorker.controller !== null && caches.match(location.href)")
            let photo = try await browser.address
            await server.stop()
            for (number, text) in ["one", "two"].enumerated() {
                try await browser.comment(text)
                try await browser.wait(for: "document.querySelectorAll('.pending').length === \(number + 1)")
            }
            try await browser.click(".reactions [value=heart]")
            let first = try await browser.call("GetWindowHandle", "GET", "window") as? String ?? ""
            let opened = try await browser.call("NewWindow", "POST", "window/new", ["type": "tab"]) as? [String: Any]
            let second = opened?["handle"] as? String ?? ""
            for tab in [first, second] {
                try await show(tab, browser)
                if tab == second { try await browser.open(photo) }
                try await browser.wait(for: "document.querySelectorAll('.pending').length === 2")
                try await browser.run(
                    """
                    window.signal = new BroadcastChannel("signal");
                    signal.onmessage = () => dispatchEvent(new Event("online"));
                    """)
            }
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            try await browser.run("new BroadcastChannel('signal').postMessage(null)")
            let sent = ["a message", "another message", "one", "two"]
            for tab in [second, first] {
                try await show(tab, browser)
                try await browser.wait(for: "Object.keys(localStorage).every(key => !key.includes(' entry '))")
                try await browser.waitForComments(4)
                #expect(try await browser.texts(".message") == sent)
            }
            try await show(second, browser)
            try await browser.call("CloseWindow", "DELETE", "window")
            try await show(first, browser)
            try await browser.reload()
            #expect(try await browser.texts(".message") == sent)
            #expect(try await browser.texts(".reactions [aria-pressed=true]") == ["❤️ 1"])
        }
        await server.stop()
    }
}

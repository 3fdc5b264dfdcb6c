import Foundation
import Synchronization
import Testing
import TestSupport

/// A real browser, controlled over W3C WebDriver.
final class Browser: Sendable {
    enum Kind: String, CaseIterable {
        case chromium, firefox, webKit

        /// Browsers whose drivers support all tests. WebKit's driver turns no wheel, moves no fingers, for which the
        /// engine makes no pointer events, and never answers a script that waits while its page is left.
        static let fullyDriven = [chromium, firefox]
    }

    /// How a browser is set up.
    struct Settings {
        var kind = Kind.chromium
        /// In CSS pixels: a phone's by default. Firefox's windows are at least 500 wide, WebKit's 450.
        var width = 390
        var height = 844
        var language = "en"
        /// Whether pages may run scripts.
        var hasScripts = true
        /// Whether the screen has a mouse that points at things; WebKit's always has one.
        var hasMouse = false

        func isSameButForSize(as other: Settings) -> Bool {
            (kind, language, hasScripts, hasMouse) == (other.kind, other.language, other.hasScripts, other.hasMouse)
        }
    }

    /// An error reported by the driver.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// Whether the element belongs to an earlier page, or to an earlier state of the page.
        var isStale: Bool {
            description.hasPrefix("stale element reference")
                // Chromium, while the next page is loading.
                || description.contains("does not belong to the document")
        }
    }

    /// A command of W3C WebDriver, as Firefox's Marionette and as drivers over HTTP call it.
    struct Command {
        let name: String
        let method: String
        let path: String
        var parameters: [String: Any] = [:]
    }

    private let engine: any BrowserEngine
    private let clock: ShiftedClock
    private let wasMoved = Mutex(false)

    /// Lends a browser to the closure: one of the suite's, if its tests share browsers, else one with an empty profile.
    static func with<Value>(
        _ settings: Settings = Settings(), _ body: (Browser) async throws -> Value
    ) async throws -> Value {
        let browser = try await take(settings)
        do {
            let value = try await body(browser)
            await browser.giveBack(settings)
            return value
        } catch {
            await browser.end()
            throw error
        }
    }

    /// Returns a browser, to be given back or ended.
    static func take(_ settings: Settings) async throws -> Browser {
        let shared = await SharedBrowsers.current?.take(settings)
        let browser = if let shared { shared } else { try await Browser(settings) }
        do {
            try await browser.resize(to: settings.width, settings.height)
        } catch {
            await browser.end()
            throw error
        }
        return browser
    }

    private init(_ settings: Settings) async throws {
        clock = try await ShiftedClock()
        let environment = ProcessInfo.processInfo.environment.merging(try clock.environmentOfMovableClock()) { $1 }
        engine =
            switch settings.kind {
            case .chromium: try await Chromium(settings, environment: environment)
            case .firefox: try await Firefox(settings, environment: environment)
            case .webKit: try await WebKit(settings, environment: environment)
            }
    }

    func giveBack(_ settings: Settings) async {
        // A browser whose clock was set back might wait for a time already past.
        guard let browsers = SharedBrowsers.current, !wasMoved.withLock({ $0 }),
            (try? await open("about:blank")) != nil, (try? await console()) != nil
        else { return await end() }
        await browsers.giveBack(self, settings)
    }

    func end() async {
        await engine.end()
    }

    /// Moves the browser's wall clock.
    /// - Parameter duration: The distance from the real time.
    func moveClock(by duration: Duration) throws {
        if duration != .zero { wasMoved.withLock { $0 = true } }
        try clock.move(by: duration)
    }

    /// Changes the size of the page, in CSS pixels; up to 600 wide, it is a phone's.
    func resize(to width: Int, _ height: Int) async throws {
        try await engine.resize(to: width, height)
    }

    func open(_ address: String) async throws {
        try await call("Navigate", "POST", "url", ["url": address])
    }

    /// Signs out on the feed's page.
    func signOut() async throws {
        try await click(".bar .menu summary")
        try await click("form[action$='/sign-out'] button")
    }

    func invitationLink() async throws -> String {
        try await wait(for: "document.querySelector('.link') !== null")
        return try #require(try await run("return document.querySelector('.link').value") as? String)
    }

    /// Signs in with the link of an invitation, and waits for the feed. The server needs a moment to learn of a new one.
    func join(_ link: String) async throws {
        try await repeatUntil("the feed") {
            try await open(link)
            try await wait(for: "document.querySelector('.card, #refused, .question, section.notice') !== null")
            if try await run("return document.querySelector('.question') !== null") as? Bool == true {
                // Another person is signed in.
                try await click(".question button")
                // A click on a page being replaced may be lost.
                let end = ContinuousClock.now + .seconds(20)
                while try await count(".card") == 0, .now < end {}
            }
            guard try await count(".card") == 0 else { return true }
            _ = try await console()
            return false
        }
    }

    /// Signs in, opens the comments on the newest photo, and waits for the scripts.
    func openComments(_ link: String) async throws {
        try await join(link)
        try await click(".card .comments")
        try await wait(for: "document.querySelector('.composer[data-draft]') !== null")
    }

    /// Chooses files on the page that posts photos, and waits until they can be sent.
    /// - Parameter count: The resulting number of chosen photos.
    func choose(_ files: [URL], count: Int) async throws {
        try await type(files.map { $0.path(percentEncoded: false) }.joined(separator: "\n"), into: "#files")
        try await waitForChosen(count)
    }

    /// Waits until chosen photos can be sent.
    func waitForChosen(_ count: Int) async throws {
        try await wait(
            for: """
                document.querySelectorAll('.chosen li').length === \(count)
                    && !document.querySelector('.post .main').disabled
                """)
    }

    /// Waits until the server has this many comments on the photo.
    func waitForComments(_ count: Int) async throws {
        try await wait(for: "document.querySelectorAll('.conversation li:not(.pending)').length === \(count)")
    }

    /// Sends a comment, after what is in its field.
    func comment(_ text: String) async throws {
        try await type(text, into: ".composer textarea")
        try await click(".composer .button")
    }

    /// Repeats an action until it leads to an element, as a person does: a busy browser may lose a key.
    func repeatUntil(element selector: String, _ action: () async throws -> Void) async throws {
        try await repeatUntil(selector) {
            try await action()
            let end = ContinuousClock.now + .seconds(20)
            while .now < end {
                if try await count(selector) > 0 { return true }
                try await Task.sleep(for: .milliseconds(20))
            }
            return false
        }
    }

    /// Repeats an action until it returns `true`. Only a hang takes five minutes.
    func repeatUntil(_ what: String, _ action: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(300)
        while try await !action() {
            guard .now < end else { throw Failure(description: "waited in vain for \(what) at \(try await address)") }
        }
    }

    var address: String {
        get async throws { try await call("GetCurrentURL", "GET", "url") as? String ?? "" }
    }

    func back() async throws { try await call("Back", "POST", "back") }
    func reload() async throws { try await call("Refresh", "POST", "refresh") }

    /// Returns the visible texts of the elements that match a CSS selector.
    func texts(_ selector: String) async throws -> [String] {
        try await untilCurrent {
            var texts: [String] = []
            for element in try await elements(selector) {
                texts.append(
                    try await call("GetElementText", "GET", "element/\(element)/text", ["id": element]) as? String ?? ""
                )
            }
            return texts
        }
    }

    /// Returns how many elements match a CSS selector.
    func count(_ selector: String) async throws -> Int { try await elements(selector).count }

    /// Returns the text in the first matching field.
    func value(of selector: String) async throws -> String? {
        try await run("return document.querySelector('\(selector)').value") as? String
    }

    /// Returns whether an expression is true on the page.
    func holds(_ expression: String) async throws -> Bool {
        try await run("return \(expression)") as? Bool == true
    }

    func attribute(_ name: String, of selector: String) async throws -> String? {
        try await untilCurrent {
            guard let element = try await elements(selector).first else { return nil }
            return try await call(
                "GetElementAttribute", "GET", "element/\(element)/attribute/\(name)", ["id": element, "name": name])
                as? String
        }
    }

    /// Clicks on the first matching element.
    func click(_ selector: String) async throws {
        try await onceUsable(selector) { element in
            try await call("ElementClick", "POST", "element/\(element)/click", ["id": element])
        }
    }

    /// Clicks on a link to another page, and waits for that page. A driver may answer before it knows of it.
    func follow(_ selector: String) async throws {
        let page = try await element("html")
        try await click(selector)
        let end = ContinuousClock.now + .seconds(300)
        do {
            while .now < end { try await call("GetElementTagName", "GET", "element/\(page)/name", ["id": page]) }
        } catch let failure as Failure where failure.isStale || failure.description.hasPrefix("no such element") {
            return
        }
        throw Failure(description: "\(selector) led to no other page than \(try await address)")
    }

    /// Types into the first matching element.
    func type(_ text: String, into selector: String) async throws {
        try await onceUsable(selector) { element in
            try await call("ElementSendKeys", "POST", "element/\(element)/value", ["id": element, "text": text])
        }
    }

    /// Uses the first matching element like a person: waits for it, and scrolls if a fixed element covers it.
    private func onceUsable(_ selector: String, _ use: (_ element: String) async throws -> Void) async throws {
        let name = String(decoding: try JSONEncoder().encode(selector), as: UTF8.self)
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try await untilCurrent { try await use(element(selector)) }
            } catch let failure as Failure
                where .now < end
                && ["element click intercepted", "element not interactable", "no element"].contains(
                    where: failure.description.hasPrefix)
            {
                try await run("document.querySelector(\(name))?.scrollIntoView({block: 'center', behavior: 'instant'})")
            }
        }
    }

    /// Looks for elements again if the page has replaced them in the meantime.
    private func untilCurrent<Value>(_ action: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await action()
            } catch let failure as Failure where failure.isStale {
            }
        }
    }

    /// Runs a script and returns its result. The policy of the page doesn't bind it.
    @discardableResult
    func run(_ script: String) async throws -> Any {
        try await call("ExecuteScript", "POST", "execute/sync", ["script": script, "args": [Any]()])
    }

    /// Waits until an expression, or its promise, is true. The next page may load in the meantime: then the script ends
    /// with its page, or sleeps with the page in Firefox's history. WebKit never answers a sleeping script, so it is
    /// asked again and again, and its promises are kept on the page.
    /// - Parameter milliseconds: The time between two looks.
    func wait(for condition: String, every milliseconds: Int = 20) async throws {
        if engine is WebKit {
            let script = """
                const name = "\(UUID())";
                if (name in window) return window[name];
                const value = \(condition);
                if (!(value instanceof Promise)) return Boolean(value);
                window[name] = false;
                value.then(value => value ? window[name] = true : delete window[name], () => delete window[name]);
                return false;
                """
            return try await repeatUntil(condition) {
                // A page being replaced lacks elements of the expression.
                if (try? await run(script)) as? Bool == true { return true }
                try await Task.sleep(for: .milliseconds(milliseconds))
                return false
            }
        }
        let script = """
            const done = arguments[0];
            const look = async () => await (\(condition)) ? done(true) : setTimeout(look, \(milliseconds));
            look();
            """
        try await call("SetTimeouts", "POST", "timeouts", ["script": 5_000])
        for attempt in 1... {
            do {
                try await call("ExecuteAsyncScript", "POST", "execute/async", ["script": script, "args": [Any]()])
                try await call("SetTimeouts", "POST", "timeouts", ["script": 300_000])
                return
            } catch let failure as Failure where failure.description.contains("unload") {
            } catch let failure as Failure where failure.description.hasPrefix("script timeout") {
                // Five minutes: only a hang lasts as long.
                if attempt == 60 {
                    let state = try await run("return document.readyState + ' ' + document.activeElement?.tagName")
                    throw Failure(description: "waited in vain for \(condition) at \(try await address), \(state)")
                }
            }
        }
    }

    /// Waits for a change on the server, and makes the page ask for it at once, as when a person returns to it.
    func wait(forNews condition: String) async throws {
        try await wait(for: "(document.dispatchEvent(new Event('visibilitychange')), \(condition))", every: 200)
    }

    /// Waits until the scripts have looked for unsent entries.
    func waitForUnsent() async throws {
        try await wait(for: "document.querySelector('#unsent output').textContent !== ''")
    }

    /// The messages of the console since the last call, among them violations of a page's policy. Only Chromium tells them.
    func console() async throws -> [String] {
        try await (engine as? Chromium)?.console() ?? []
    }

    /// Sends a command of the Chrome DevTools Protocol.
    func command(_ name: String, _ parameters: [String: Any]) async throws {
        try await (engine as? Chromium)?.command(name, parameters)
    }

    /// Writes what the page shows as a PNG.
    func screenshot(to url: URL) async throws {
        let text = try await call("TakeScreenshot", "GET", "screenshot", ["full": false]) as? String ?? ""
        try Data(base64Encoded: text)?.write(to: url)
    }

    /// Waits for an element of a page; needs no scripts.
    func wait(forElement selector: String) async throws {
        let end = ContinuousClock.now + .seconds(300)
        while try await elements(selector).isEmpty, .now < end { try await Task.sleep(for: .milliseconds(20)) }
        _ = try await element(selector)
    }

    private func element(_ selector: String) async throws -> String {
        guard let element = try await elements(selector).first else {
            throw Failure(description: "no element matches \(selector) at \(try await address)")
        }
        return element
    }

    private func elements(_ selector: String) async throws -> [String] {
        let found = try await call("FindElements", "POST", "elements", ["using": "css selector", "value": selector])
        return (found as? [[String: String]] ?? []).compactMap(\.values.first)
    }

    @discardableResult
    func call(
        _ name: String, _ method: String, _ path: String, _ parameters: [String: Any] = [:]
    ) async throws -> Any {
        try await engine.call(Command(name: name, method: method, path: path, parameters: parameters))
    }
}

/// A browser's process, and the way to control it.
protocol BrowserEngine: Sendable {
    /// Returns the command's value.
    /// - Throws: ``Browser/Failure``.
    func call(_ command: Browser.Command) async throws -> Any
    func resize(to width: Int, _ height: Int) async throws
    func end() async
}

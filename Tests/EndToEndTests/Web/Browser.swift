import Foundation
import TestSupport

/// Debian's Chromium, controlled over W3C WebDriver.
final class Browser: Sendable {
    /// How a browser is set up.
    struct Settings {
        /// In CSS pixels: a phone's by default.
        var width = 390
        var height = 844
        var language = "en"
        /// Whether pages may run scripts.
        var hasScripts = true
    }

    /// An error that the driver reports.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let driver: TestProgram
    private let session: URL

    /// Starts a browser with an empty profile, and ends it after the closure.
    static func with<Value>(
        _ settings: Settings = Settings(), _ body: (Browser) async throws -> Value
    ) async throws -> Value {
        let driver = try await TestProgram.start(["chromedriver", "--port=0"])
        var address: URL?
        while address == nil, let line = try await driver.line() {
            address = line.firstMatch(of: /started successfully on port (\d+)/)
                .flatMap { URL(string: "http://127.0.0.1:\($0.1)") }
        }
        guard let address else { throw Failure(description: "chromedriver ended: \(await driver.result().errors)") }
        let options: [String: Any] = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            ],
            "prefs": ["intl.accept_languages": settings.language],
        ]
        let created = try await send(
            "POST", address.appending(path: "session"),
            [
                "capabilities": [
                    "alwaysMatch": [
                        "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
                        "acceptInsecureCerts": true,
                    ]
                ]
            ])
        guard let id = (created as? [String: Any])?["sessionId"] as? String else {
            throw Failure(description: "\(created)")
        }
        let browser = Browser(driver: driver, session: address.appending(path: "session/\(id)"))
        do {
            try await browser.resize(to: settings.width, settings.height)
            if !settings.hasScripts {
                try await browser.command("Emulation.setScriptExecutionDisabled", ["value": true])
            }
            let value = try await body(browser)
            await browser.end()
            return value
        } catch {
            await browser.end()
            throw error
        }
    }

    private init(driver: TestProgram, session: URL) {
        (self.driver, self.session) = (driver, session)
    }

    private func end() async {
        // The browser may have ended already.
        _ = try? await call("DELETE", "")
        driver.send(SIGTERM)
        _ = await driver.result()
    }

    /// Changes the size of the page, in CSS pixels; up to 600 wide, it is a phone's.
    func resize(to width: Int, _ height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width <= 600])
    }

    func open(_ address: String) async throws {
        try await call("POST", "url", ["url": address])
    }

    /// The address of the page.
    var address: String {
        get async throws { try await call("GET", "url") as? String ?? "" }
    }

    func back() async throws { try await call("POST", "back", [:]) }
    func reload() async throws { try await call("POST", "refresh", [:]) }

    /// Returns the visible texts of the elements that match a CSS selector.
    func texts(_ selector: String) async throws -> [String] {
        var texts: [String] = []
        for element in try await elements(selector) {
            texts.append(try await call("GET", "element/\(element)/text") as? String ?? "")
        }
        return texts
    }

    func attribute(_ name: String, of selector: String) async throws -> String? {
        guard let element = try await elements(selector).first else { return nil }
        return try await call("GET", "element/\(element)/attribute/\(name)") as? String
    }

    /// Clicks on the first element that matches.
    func click(_ selector: String) async throws {
        try await call("POST", "element/\(try await element(selector))/click", [:])
    }

    /// Types into the first element that matches.
    func type(_ text: String, into selector: String) async throws {
        try await call("POST", "element/\(try await element(selector))/value", ["text": text])
    }

    /// Presses a key: a character, or a code of WebDriver's table of keys.
    func press(_ key: String) async throws {
        let events = ["keyDown", "keyUp"].map { ["type": $0, "value": key] }
        try await call("POST", "actions", ["actions": [["type": "key", "id": "keys", "actions": events]]])
    }

    /// Runs a script and returns its result.
    @discardableResult
    func run(_ script: String) async throws -> Any {
        try await call("POST", "execute/sync", ["script": script, "args": []])
    }

    /// Waits until a script returns `true`.
    func wait(for condition: String) async throws {
        let script = """
            const done = arguments[0];
            const look = () => (\(condition)) ? done(true) : setTimeout(look, 20);
            look();
            """
        try await call("POST", "timeouts", ["script": 20_000])
        try await call("POST", "execute/async", ["script": script, "args": []])
    }

    /// The messages of the console since the last call, among them violations of a page's policy.
    func console() async throws -> [String] {
        let entries = try await call("POST", "se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { $0["message"] as? String }
    }

    /// Sends a command of the Chrome DevTools Protocol.
    @discardableResult
    func command(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        try await call("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// Writes what the page shows as a PNG.
    func screenshot(to url: URL) async throws {
        let text = try await call("GET", "screenshot") as? String ?? ""
        try Data(base64Encoded: text)?.write(to: url)
    }

    private func element(_ selector: String) async throws -> String {
        guard let element = try await elements(selector).first else {
            throw Failure(description: "no element matches \(selector) at \(try await address)")
        }
        return element
    }

    private func elements(_ selector: String) async throws -> [String] {
        let found = try await call("POST", "elements", ["using": "css selector", "value": selector])
        return (found as? [[String: String]] ?? []).compactMap(\.values.first)
    }

    @discardableResult
    private func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
        try await Self.send(method, path.isEmpty ? session : session.appending(path: path), body)
    }

    private static func send(_ method: String, _ url: URL, _ body: [String: Any]? = nil) async throws -> Any {
        var arguments = ["curl", "-s", "-X", method, url.absoluteString]
        if let body {
            let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            arguments += ["-H", "Content-Type: application/json", "--data-raw", json]
        }
        let output = try await TestProgram.succeed(arguments).output
        let answer = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        let value = answer?["value"] ?? NSNull()
        if let failure = value as? [String: Any], let error = failure["error"] as? String {
            throw Failure(description: "\(error): \(failure["message"] ?? "")")
        }
        return value
    }
}

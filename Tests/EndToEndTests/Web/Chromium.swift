import Foundation
import TestSupport

/// Debian's Chromium with its driver.
struct Chromium: BrowserEngine {
    private static let mouse =
        "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"

    private let driver: WebDriver

    init(_ settings: Browser.Settings, environment: [String: String]) async throws {
        let (program, address) = try await Self.startDriver(environment)
        let options: [String: Any] = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            ] + (settings.hasMouse ? [Self.mouse] : []),
            "prefs": ["intl.accept_languages": settings.language],
        ]
        driver = try await WebDriver(
            program, at: address,
            capabilities: [
                "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"], "acceptInsecureCerts": true,
            ])
        if !settings.hasScripts { try await command("Emulation.setScriptExecutionDisabled", ["value": true]) }
    }

    /// The driver binds a free port of IPv4, and then the same one of IPv6, which another program may have.
    private static func startDriver(_ environment: [String: String]) async throws -> (TestProgram, URL) {
        while true {
            let driver = try await TestProgram.start(["chromedriver", "--port=0"], environment: environment)
            while let line = try await driver.line() {
                if let port = line.firstMatch(of: /started successfully on port (\d+)/)?.1,
                    let address = URL(string: "http://127.0.0.1:\(port)")
                {
                    return (driver, address)
                }
            }
            let errors = await driver.result().errors
            guard errors.contains("Address already in use") else {
                throw Browser.Failure(description: "chromedriver ended: \(errors)")
            }
        }
    }

    func call(_ command: Browser.Command) async throws -> Any {
        try await driver.call(command)
    }

    func resize(to width: Int, _ height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width <= 600])
    }

    func console() async throws -> [String] {
        let entries = try await driver.send("POST", "se/log", ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    }

    func command(_ name: String, _ parameters: [String: Any]) async throws {
        try await driver.send("POST", "goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    func end() async {
        await driver.end()
    }
}

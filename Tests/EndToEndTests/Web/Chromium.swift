import Foundation
import TestSupport

/// Debian's Chromium with its driver.
struct Chromium: BrowserEngine {
    private let driver: TestProgram
    private let session: URL

    init(_ settings: Browser.Settings, environment: [String: String]) async throws {
        let address: URL
        (driver, address) = try await Self.startDriver(environment)
        let options: [String: Any] = [
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            ],
            "prefs": ["intl.accept_languages": settings.language],
        ]
        let capabilities: [String: Any] = [
            "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"], "acceptInsecureCerts": true,
        ]
        let created = try await Self.send(
            "POST", address.appending(path: "session"), ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (created as? [String: Any])?["sessionId"] as? String else {
            throw Browser.Failure(description: "\(created)")
        }
        session = address.appending(path: "session/\(id)")
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
        try await Self.send(
            command.method, session.appending(path: command.path), command.method == "GET" ? nil : command.parameters)
    }

    func resize(to width: Int, _ height: Int) async throws {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width <= 600])
    }

    func console() async throws -> [String] {
        let entries = try await Self.send("POST", session.appending(path: "se/log"), ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    }

    func command(_ name: String, _ parameters: [String: Any]) async throws {
        _ = try await Self.send(
            "POST", session.appending(path: "goog/cdp/execute"), ["cmd": name, "params": parameters])
    }

    func end() async {
        // The browser may have ended already.
        _ = try? await Self.send("DELETE", session)
        driver.send(SIGTERM)
        _ = await driver.result()
    }

    private static func send(_ method: String, _ url: URL, _ body: [String: Any]? = nil) async throws -> Any {
        let folder = try TemporaryFolder()
        var arguments = ["curl", "-s", "-X", method, url.absoluteString]
        if let body {
            // Scripts can be longer than an argument.
            let file = folder.url.appending(path: UUID().uuidString)
            try JSONSerialization.data(withJSONObject: body).write(to: file)
            arguments += ["-H", "Content-Type: application/json", "--data-binary", "@\(file.path)"]
        }
        let output = try await TestProgram.succeed(arguments).output
        let answer = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        let value = answer?["value"] ?? NSNull()
        if let failure = value as? [String: Any], let error = failure["error"] as? String {
            throw Browser.Failure(description: "\(error): \(failure["message"] ?? "")")
        }
        return value
    }
}

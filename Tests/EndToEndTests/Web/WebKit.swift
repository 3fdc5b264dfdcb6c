import Foundation
import TestSupport

/// Debian's WebKitGTK, Safari's engine, in its smallest browser and with its driver. All its sessions are private ones.
struct WebKit: BrowserEngine {
    /// A separate display, because windows overlap without a window manager.
    private let display: TestProgram
    private let driver: WebDriver

    init(_ settings: Browser.Settings, environment: [String: String]) async throws {
        display = try await TestProgram.start(["Xvfb", "-displayfd", "1", "-screen", "0", "4000x2400x24", "-noreset"])
        guard let number = try await display.line() else {
            throw Browser.Failure(description: "Xvfb ended: \(await display.result().errors)")
        }
        let program = try await TestProgram.start(
            ["WebKitWebDriver", "--port=0"],
            environment: environment.merging([
                "DISPLAY": ":\(number)", "LANGUAGE": settings.language,
                // The app's tests read the windows on their own bus.
                "DBUS_SESSION_BUS_ADDRESS": "disabled:", "AT_SPI_BUS_ADDRESS": "disabled:", "NO_AT_BRIDGE": "1",
            ]) { $1 })
        let library = try await TestProgram.succeed(["dpkg", "-L", "libwebkit2gtk-4.1-0"]).text
        guard let browser = library.split(separator: "\n").first(where: { $0.hasSuffix("/MiniBrowser") }) else {
            throw Browser.Failure(description: "WebKitGTK has no browser")
        }
        driver = try await WebDriver(
            program, at: Self.address(of: program),
            capabilities: [
                "acceptInsecureCerts": true,
                "webkitgtk:browserOptions": [
                    "binary": String(browser),
                    "args": ["--automation"] + (settings.hasScripts ? [] : ["--enable-javascript=false"]),
                ],
            ])
    }

    /// The driver doesn't print its port.
    private static func address(of program: TestProgram) async throws -> URL {
        let end = ContinuousClock.now + .seconds(60)
        while .now < end {
            let files = "/proc/\(program.processID)/fd"
            let sockets = try FileManager.default.contentsOfDirectory(atPath: files).compactMap {
                // It may have closed the file in the meantime.
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)")
            }
            for line in try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n") {
                let fields = line.split(separator: " ")
                if fields[3] == "0A", sockets.contains("socket:[\(fields[9])]"),
                    let port = UInt16(fields[1].suffix(4), radix: 16), let url = URL(string: "http://127.0.0.1:\(port)")
                {
                    return url
                }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Browser.Failure(description: "WebKitWebDriver doesn't listen: \(await program.result().errors)")
    }

    func call(_ command: Browser.Command) async throws -> Any {
        switch command.name {
        case "GetElementText":
            // The driver finds no text in elements that cut off long texts.
            return try await run(
                "return arguments[0].checkVisibility() ? arguments[0].innerText.trim() : ''", on: command)
        case "GetElementAttribute":
            // The driver makes relative addresses absolute.
            return try await run("return arguments[0].getAttribute(arguments[1])", on: command)
        case "Navigate":
            let value = try await driver.call(command)
            // Without an answer, the driver shows an empty page and reports no error.
            if command.parameters["url"] as? String != "about:blank",
                try await driver.send("GET", "url") as? String == "about:blank"
            {
                throw Browser.Failure(description: "no connection")
            }
            return value
        case "ElementClick":
            let value = try await driver.call(command)
            try await waitForPage()
            return value
        default: return try await driver.call(command)
        }
    }

    /// Waits for the page after a click, as the other drivers do.
    private func waitForPage() async throws {
        let end = ContinuousClock.now + .seconds(30)
        repeat {
            try await Task.sleep(for: .milliseconds(100))
            do {
                let state = try await driver.send(
                    "POST", "execute/sync", ["script": "return document.readyState", "args": [Any]()])
                if state as? String == "complete" { return }
            } catch is Browser.Failure {
                // The page has just changed.
            }
        } while .now < end
    }

    /// Runs a script on a command's element, with the other name in the command.
    private func run(_ script: String, on command: Browser.Command) async throws -> Any {
        let element = ["element-6066-11e4-a52e-4f735466cecf": command.parameters["id"] ?? ""]
        let arguments: [Any] = [element, command.parameters["name"] ?? ""]
        return try await driver.send("POST", "execute/sync", ["script": script, "args": arguments])
    }

    func resize(to width: Int, _ height: Int) async throws {
        _ = try await driver.send("POST", "window/rect", ["width": width, "height": height])
    }

    func end() async {
        await driver.end()
        display.send(SIGTERM)
        _ = await display.result()
    }
}

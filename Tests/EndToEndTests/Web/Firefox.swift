import Foundation
import Synchronization
import TestSupport

/// Debian's Firefox, over its own protocol Marionette, because Debian has no driver for it.
///
/// Messages are `LENGTH:JSON`: `[0, id, name, parameters]`, answered by `[1, id, error, result]`.
final class Firefox: BrowserEngine {
    private let program: TestProgram
    private let profile: TemporaryFolder
    private let connection: LoopbackConnection
    private let lastID = Mutex(0)

    init(_ settings: Browser.Settings, environment: [String: String]) async throws {
        profile = TemporaryFolder()
        let preferences: [String: Any] = [
            "marionette.port": 0, "intl.accept_languages": settings.language, "javascript.enabled": settings.hasScripts,
            // It asks nothing of its maker.
            "services.settings.server": "data:,#remote-settings-dummy/v1", "app.normandy.enabled": false,
            "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
            "datareporting.policy.dataSubmissionEnabled": false, "extensions.getAddons.cache.enabled": false,
            // A fine pointer that hovers.
            "ui.primaryPointerCapabilities": settings.hasMouse ? 6 : 0,
        ]
        let lines = try preferences.map { name, value in
            let value = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
            return "user_pref(\"\(name)\", \(String(decoding: value, as: UTF8.self)));\n"
        }
        try Data(lines.joined().utf8).write(to: profile.url.appending(path: "user.js"))
        // Processes in the sandbox couldn't read the clock of the tests.
        program = try await TestProgram.start(
            ["firefox-esr", "--marionette", "--headless", "--no-remote", "--profile", profile.path],
            environment: environment.merging(["MOZ_DISABLE_CONTENT_SANDBOX": "1"]) { $1 })
        var port: UInt16?
        while port == nil, let line = try await program.line() {
            port = line.firstMatch(of: /Listening on port (\d+)/).flatMap { UInt16($0.1) }
        }
        guard let port else {
            throw Browser.Failure(description: "Firefox ended: \(await program.result().errors)")
        }
        connection = try LoopbackConnection(port: port)
        _ = try await onOwnThread { [connection] in try Self.receive(connection) }
        _ = try await call(
            Browser.Command(
                name: "NewSession", method: "", path: "",
                parameters: ["capabilities": ["alwaysMatch": ["acceptInsecureCerts": true]]]))
    }

    func call(_ command: Browser.Command) async throws -> Any {
        // A script without a sandbox changes the page, as those of other drivers do.
        let isScript = command.name.hasPrefix("Execute")
        return try await call(
            "WebDriver:" + command.name,
            isScript ? command.parameters.merging(["sandbox": NSNull()]) { $1 } : command.parameters)
    }

    func resize(to width: Int, _ height: Int) async throws {
        // For a size that the window can't have, Firefox waits half a second in vain.
        _ = try await call("WebDriver:SetWindowRect", ["width": max(500, width), "height": height])
    }

    func end() async {
        // The browser may have ended already.
        _ = try? await call("Marionette:Quit", ["flags": ["eForceQuit"]])
        _ = await program.result(within: .seconds(20))
    }

    private func call(_ name: String, _ parameters: [String: Any]) async throws -> Any {
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        let message = try JSONSerialization.data(withJSONObject: [0, id, name, parameters])
        let data = try await onOwnThread { [connection] in
            try connection.write(Data("\(message.count):".utf8) + message)
            return try Self.receive(connection)
        }
        let answer = try JSONSerialization.jsonObject(with: data) as? [Any] ?? []
        guard answer.count == 4, answer[1] as? Int == id else {
            throw Browser.Failure(description: String(decoding: data, as: UTF8.self))
        }
        if let failure = answer[2] as? [String: Any] {
            throw Browser.Failure(description: "\(failure["error"] ?? ""): \(failure["message"] ?? "")")
        }
        return (answer[3] as? [String: Any])?["value"] ?? answer[3]
    }

    /// Returns the next message.
    private static func receive(_ connection: LoopbackConnection) throws -> Data {
        guard let length = Int(String(decoding: try connection.read(until: ":"), as: UTF8.self)) else {
            throw POSIXError(.ECONNRESET)
        }
        return try connection.read(length)
    }
}

import Foundation
import Synchronization
import TestSupport

/// Debian's Firefox, over its own protocol Marionette, because Debian has no driver for it.
///
/// Messages are `LENGTH:JSON`: `[0, id, name, parameters]`, answered by `[1, id, error, result]`.
final class Firefox: BrowserEngine {
    private let program: TestProgram
    private let profile: TemporaryFolder
    private let descriptor: Int32
    private let lastID = Mutex(0)

    init(_ settings: Browser.Settings, environment: [String: String]) async throws {
        profile = try TemporaryFolder()
        let preferences: [String: Any] = [
            "marionette.port": 0, "intl.accept_languages": settings.language, "javascript.enabled": settings.hasScripts,
            // It asks nothing of its maker.
            "services.settings.server": "data:,#remote-settings-dummy/v1", "app.normandy.enabled": false,
            "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
            "datareporting.policy.dataSubmissionEnabled": false, "extensions.getAddons.cache.enabled": false,
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
        descriptor = try Self.connect(to: port)
        _ = try await onOwnThread { [descriptor] in try Self.receive(descriptor) }
        _ = try await call(
            Browser.Command(
                name: "NewSession", method: "", path: "",
                parameters: ["capabilities": ["alwaysMatch": ["acceptInsecureCerts": true]]]))
    }

    deinit {
        close(descriptor)
    }

    func call(_ command: Browser.Command) async throws -> Any {
        // A script without a sandbox changes the page, as those of other drivers do.
        let isScript = command.name.hasPrefix("Execute")
        return try await call(
            "WebDriver:" + command.name,
            isScript ? command.parameters.merging(["sandbox": NSNull()]) { $1 } : command.parameters)
    }

    func resize(to width: Int, _ height: Int) async throws {
        _ = try await call("WebDriver:SetWindowRect", ["width": width, "height": height])
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
        let data = try await onOwnThread { [descriptor] in
            try Self.send(Data("\(message.count):".utf8) + message, to: descriptor)
            return try Self.receive(descriptor)
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

    private static func connect(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let result = withUnsafeBytes(of: address) { bytes in
            Foundation.connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard result == 0 else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
        return descriptor
    }

    private static func send(_ data: Data, to descriptor: Int32) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw POSIXError(.EPIPE) }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next message.
    private static func receive(_ descriptor: Int32) throws -> Data {
        func read(_ count: Int) throws -> Data {
            var buffer = Data(count: count)
            let received = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, count, 0) }
            guard received > 0 else { throw POSIXError(.ECONNRESET) }
            return buffer.prefix(received)
        }
        var length = 0
        while true {
            let byte = try read(1)[0]
            guard byte != UInt8(ascii: ":") else { break }
            length = length * 10 + Int(byte) - 48
        }
        var message = Data()
        while message.count < length { message += try read(length - message.count) }
        return message
    }
}

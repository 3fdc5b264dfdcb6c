import Foundation
import TestSupport

/// A session of a driver's program, over W3C WebDriver.
struct WebDriver {
    private let program: TestProgram
    private let session: URL

    /// - Parameters:
    ///   - program: The driver, which ends with the session.
    ///   - address: Where the driver listens.
    ///   - capabilities: The required features of the browser.
    init(_ program: TestProgram, at address: URL, capabilities: [String: Any]) async throws {
        self.program = program
        let created = try await Self.send(
            "POST", address.appending(path: "session"), ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (created as? [String: Any])?["sessionId"] as? String else {
            throw Browser.Failure(description: "\(created)")
        }
        session = address.appending(path: "session/\(id)")
    }

    func call(_ command: Browser.Command) async throws -> Any {
        try await send(command.method, command.path, command.method == "GET" ? nil : command.parameters)
    }

    @discardableResult
    func send(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
        try await Self.send(method, session.appending(path: path), body)
    }

    func end() async {
        // The browser may have ended already.
        _ = try? await Self.send("DELETE", session)
        program.send(SIGTERM)
        _ = await program.result()
    }

    private static func send(_ method: String, _ url: URL, _ body: [String: Any]? = nil) async throws -> Any {
        let body = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let port = UInt16(url.port ?? 80)
        let head = """
            \(method) \(url.path()) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r

            """
        let output = try await onOwnThread {
            let connection = try LoopbackConnection(port: port)
            try connection.write(Data(head.utf8) + body)
            let fields = String(decoding: try connection.read(until: "\r\n\r\n"), as: UTF8.self)
            // The drivers keep the connection open, and say the length.
            let length = fields.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap { Int($0.1) }
            return try connection.read(length ?? 0)
        }
        let answer = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        let value = answer?["value"] ?? NSNull()
        if let failure = value as? [String: Any], let error = failure["error"] as? String {
            throw Browser.Failure(description: "\(error): \(failure["message"] ?? "")")
        }
        return value
    }
}

import Foundation
import NIOCore
import Testing

/// A client that sends requests one after another on one connection, with field lines as given.
final class RawClient {
    struct Answer: Sendable {
        let status: Int
        /// By lower-case name; a repeated field fails the test.
        let fields: [String: String]
        let body: Data
    }

    private let connection: RawConnection
    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var rest = ByteBuffer()

    private init(_ connection: RawConnection) {
        self.connection = connection
        iterator = connection.inbound.makeAsyncIterator()
    }

    static func with<Value: Sendable>(
        port: Int, _ body: @escaping @Sendable (RawClient) async throws -> Value
    ) async throws -> Value {
        try await RawConnection.with(port: port) { try await body(RawClient($0)) }
    }

    func answer(
        _ path: String, method: String = "GET", fields: [String] = [], host: String = "localhost", body: String = "",
        hasBody: Bool = true
    ) async throws -> Answer {
        try await answer(path, method: method, fields: fields, host: host, bytes: Data(body.utf8), hasBody: hasBody)
    }

    func answer(
        _ path: String, method: String, fields: [String], host: String = "localhost", bytes: Data,
        hasBody: Bool = true
    ) async throws -> Answer {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + fields
        try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n", bytes)
        let (head, content) = try await connection.readAnswer(hasBody: hasBody, &iterator, rest: &rest)
        let answer = head.components(separatedBy: "\r\n")
        let start = answer[0].split(separator: " ")
        try #require(start.count > 1 && start[0] == "HTTP/1.1", "\(answer[0])")
        let status = try #require(Int(start[1]))
        let pairs = try answer.dropFirst().map { line in
            let colon = try #require(line.firstIndex(of: ":"), "\(line)")
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        #expect(Set(pairs.map(\.0)).count == pairs.count)
        return Answer(
            status: status, fields: Dictionary(pairs) { first, _ in first }, body: Data(content.readableBytesView))
    }
}

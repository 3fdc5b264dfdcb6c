import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

/// A client that sends requests one after another on one connection, with field lines as given. Until someone is invited,
/// it is the owner's, unless a request has other credentials.
final class RawClient {
    struct Answer: Sendable {
        let status: Int
        /// By lower-case name; a repeated field fails the test, except for `Set-Cookie`.
        let fields: [String: String]
        /// The values of `Set-Cookie`.
        let cookies: [String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let connection: RawConnection
    private let owner: TokenSecret?
    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var rest = ByteBuffer()

    private init(_ connection: RawConnection, owner: TokenSecret?) {
        (self.connection, self.owner) = (connection, owner)
        iterator = connection.inbound.makeAsyncIterator()
    }

    /// - Parameter owner: The secret of the owner's key; `nil` for a stranger.
    static func with<Value: Sendable>(
        port: Int, owner: TokenSecret? = .testOwner, _ body: @escaping @Sendable (RawClient) async throws -> Value
    ) async throws -> Value {
        try await RawConnection.with(port: port) { try await body(RawClient($0, owner: owner)) }
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
        let hasCredentials = fields.contains { $0.hasPrefix("Authorization:") || $0.hasPrefix("Cookie:") }
        let key = hasCredentials ? [] : owner.map { ["Authorization: Bearer \($0.text)"] } ?? []
        let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + key + fields
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
        let cookies = pairs.filter { $0.0 == "set-cookie" }.map(\.1)
        #expect(Set(pairs.map(\.0)).count == pairs.count - max(0, cookies.count - 1))
        return Answer(
            status: status, fields: Dictionary(pairs) { first, _ in first }, cookies: cookies,
            body: Data(content.readableBytesView))
    }
}

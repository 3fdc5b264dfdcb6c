import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct AccessLogTests {
    @Test(
        arguments: [
            ("/feed?limit=1", "/feed"), ("/a#b", "/a"), ("/a\nb\u{1B}[2J", "/a%0Ab%1B[2J"), ("/café ", "/caf%C3%A9%20"),
            ("/\u{7F}", "/%7F"), (String(repeating: "x", count: 2_000), String(repeating: "x", count: 256) + "..."),
            (String(repeating: "x", count: 255) + "é", String(repeating: "x", count: 255) + "%C3..."),
        ])
    func `Server: a logged path has no query and no control characters, and is cut`(path: String, logged: String) {
        #expect(AccessLog.plain(path) == logged)
    }

    @Test(
        arguments: [
            ("127.0.0.1", false, "127.0.0.1 - - 400"), ("::1", false, "::1 - - 400"), ("127.0.0.1", true, "- - - 400"),
            ("192.0.2.1", true, "192.0.2.1 - - 400"),
        ])
    func `Server: a logged address may be this machine's, but not that of a proxy on it`(
        peer: String, isBehindProxy: Bool, beginning: String
    ) async throws {
        let log = RecordingLog()
        let exchange = AccessLog.Exchange(malformed: .now(), status: 400, bytes: 0)
        AccessLog(logger: log.logger, clients: ClientAddress(isBehindProxy: isBehindProxy))
            .write(exchange, from: try SocketAddress(ipAddress: peer, port: 1), isComplete: true)
        #expect(try await log.next().hasPrefix(beginning))
    }
}

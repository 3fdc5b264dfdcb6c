import EssentialFeed
import Foundation
import Logging
import TestSupport
import Testing

@testable import essential_feed

@Suite struct OperatingTests {
    @Test func `Program: Prometheus' own tool has nothing to say about the metrics of serve`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(), arguments: ["--metrics-port", "0"])
        _ = try await home.run("feed", at: server.address)
        let log = try await server.errors(containing: "metrics at ")
        let address = try #require(log.firstMatch(of: /metrics at (\S+)/)).1
        let check = try await TestProgram.succeed(["sh", "-c", "curl -sSf \(address) | promtool check metrics"])
        #expect(check.text.isEmpty)
        #expect(check.errors.isEmpty)
        let text = try await TestProgram.succeed(["curl", "-sSf", String(address)]).text
        #expect(text.contains("essential_feed_photos 4.0\n"))
        await server.stop()
    }

    @Test("Program: --log-format json writes one JSON object a line, requests with numbers and without queries")
    func serveLogsJSON() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(), arguments: ["--log-format", "json"])
        _ = try await home.run("feed", at: server.address)
        let lines = await server.stop().errors.split(separator: "\n").filter { $0.hasPrefix("{") }
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let request = try #require(objects.first { $0?["message"] as? String == "request" } ?? nil)
        #expect(request["method"] as? String == "GET")
        #expect(request["path"] as? String == "/feed")
        #expect(request["status"] as? Int == 200)
        #expect((request["bytes"] as? Int ?? 0) > 100)
        #expect(request["milliseconds"] is Double)
        #expect(request["complete"] as? Bool == true)
        #expect(request["level"] as? String == "info")
        #expect((request["time"] as? String).flatMap(WireDate.date) != nil)
    }

    @Test
    func `Program: a line in JSON has its values in their types, and characters that end lines as escapes`() throws {
        let lines = Watched<[String]>([])
        var handler = JSONLogHandler(now: { Date(timeIntervalSince1970: 0) }) { line in
            lines.update { $0.append(line) }
        }
        handler[metadataKey: "own"] = "x"
        let logger = Logger(label: "test") { _ in handler }
        logger.notice("a\nb\u{1B}\"", metadata: ["n": .stringConvertible(7), "nan": .stringConvertible(Double.nan)])
        #expect(
            lines.value == [
                #"{"time":"1970-01-01T00:00:00Z","level":"notice","message":"a\nb\u001b\"","n":7,"nan":"nan","own":"x"}"#
            ])
    }
}

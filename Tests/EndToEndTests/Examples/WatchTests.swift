import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The example that shows captions, a separate program over the same core.
@Suite struct WatchTests {
    private let home = Home()

    /// The scenarios of the documents that need no comments.
    private static let scenarios = ScenarioTests.scenarios.filter { !$0.steps.contains { $0.contains("comments") } }

    @Test(arguments: scenarios)
    func `The scenarios of the stories hold for captions at a time`(scenario: Scenario) async throws {
        let clock = try await ShiftedClock()
        let world = try World { WatchDriver(cacheFolder: $0, clock: clock) }
        for step in try scenario.steps.map(Steps.step) { try await step(world) }
        await world.end()
    }

    @Test func `A running program notices that the server is back`() async throws {
        let photos = try PhotoFolder()
        let server = try await home.serve(photos)
        await server.stop()
        let program = try await home.start("--seconds", "0.2", of: "Watch", at: server.address)
        while let line = try await program.line(), !line.contains("seven days") {}
        let again = try await home.serve(photos, host: server.host, port: server.port)
        var line = try await program.line()
        while let shown = line, !shown.hasPrefix("1/4") { line = try await program.line() }
        #expect(line?.hasPrefix("1/4 location 0") == true)
        program.send(SIGTERM)
        #expect(await program.result().status == 0)
        await again.stop()
    }

    @Test func `No line is wider than 30 columns, and a terminal shows one caption at a time`() async throws {
        let photos = try PhotoFolder(count: 1)
        let texts = [
            "file": "photo-0.png", "location": "Αθήνα, Ελλάδα",
            "description": "写真を一枚ずつ見せる、とても小さな画面のためのプログラム\u{1B}[31m",
        ]
        try JSONSerialization.data(withJSONObject: ["photos": [texts]])
            .write(to: photos.folder.url.appending(path: "feed.yaml"))
        let server = try await home.serve(photos)
        let program = try await home.start("--seconds", "60", of: "Watch", at: server.address)
        var lines: [String] = []
        while let line = try await program.line(), !lines.contains(where: { $0.contains("プログラム") }) {
            lines.append(line)
        }
        #expect(lines.allSatisfy { TerminalText.width($0) <= 30 && !$0.contains("\u{1B}") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("1/1 Αθήνα, Ελλάδα") })
        program.send(SIGTERM)
        #expect(await program.result().status == 0)

        let shown = try await home.onTerminal(columns: 40).start("--seconds", "60", of: "Watch", at: server.address)
        let screen = try await shown.errors(containing: "プログラム")
        #expect(screen.contains("\u{1B}[H\u{1B}[2J1/1 Αθήνα"))
        shown.send(SIGTERM)
        _ = await shown.result()
        await server.stop()
    }

    @Test(
        "Without a server's address, or with times that make no sense, it ends with 64 and says what to do",
        arguments: [
            ([], "--url URL"), (["--url", "two words"], "“two words” isn’t a server address"),
            (["--url", "http://127.0.0.1:1", "--seconds", "0"], "--seconds must be from 0.1 to 86400"),
            (["--url", "http://127.0.0.1:1", "--seconds", "nan"], "--seconds must be from 0.1 to 86400"),
        ] as [([String], String)])
    func watchRefusesWrongOptions(arguments: [String], message: String) async throws {
        let result = try await Program(environment: home.environment).run(arguments, of: "Watch")
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
    @Test("Program: Ctrl-C ends a running call with 130, prints nothing, and the request is gone")
    func test_program_endsWith130WhenInterrupted() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
        let home = try Home()
        let running = try home.start("feed", at: server.url().absoluteString)
        _ = try await server.requests.wait(for: 1)
        running.send(SIGINT)
        let result = await running.result()
        #expect(result.status == 130)
        #expect(result.output.isEmpty)
        #expect(result.errors == "")
        _ = try await server.departures.wait(for: 1)
        try await server.stop()
    }

    @Test("Program: SIGTERM ends a running call cleanly")
    func test_program_endsCleanlyWhenTerminated() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
        let home = try Home()
        let running = try home.start("feed", at: server.url().absoluteString)
        _ = try await server.requests.wait(for: 1)
        running.send(SIGTERM)
        let result = await running.result()
        #expect(result.status == 143)
        #expect(result.errors == "")
        try await server.stop()
    }

    @Test("Program: a reader that has had enough ends it quietly")
    func test_program_isQuietWhenOutputIsClosed() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 30))
        let pipeline = try RunningProgram(
            executable: URL(filePath: "/bin/bash"),
            arguments: [
                "-c", #""$0" feed --pages 3 --url "$1" --cache-dir "$2" | true; exit "${PIPESTATUS[0]}""#,
                Program.url.path, server.address, home.cacheFolder.path,
            ], environment: ["PATH": "/usr/bin:/bin"])
        let result = await pipeline.result()
        #expect(result.status == 0)
        #expect(result.errors == "")
        await server.stop()
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
    @Test(
        "Program: Ctrl-C ends a running call with 130, SIGTERM with 143 and SIGHUP with 129; it prints nothing, and its request is cancelled",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func programEndsWhenInterrupted(signal: Int32, status: Int32) async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
        let home = try Home()
        let running = try await home.start("feed", at: server.url().absoluteString)
        _ = try await server.requests.wait(for: 1)
        running.send(signal)
        let result = await running.result()
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errors == "")
        _ = try await server.departures.wait(for: 1)
        try await server.stop()
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `Program: a second signal ends it at once, also while it closes the cache`(signal: Int32) async throws {
        let server = try await LyingServer()
        server.answer("/image", with: .hang)
        let home = try Home()
        // The trace goes to a full pipe that nobody reads, so its end cannot be written.
        let pipe = home.folder.url.appending(path: "trace").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let block = [UInt8](repeating: 0x0A, count: 4096)
        while write(reader, block, block.count) > 0 {}
        while write(reader, block, 1) > 0 {}

        let address = server.url().absoluteString
        let running = try await home.start("image", address + "/image", "--trace", pipe, "--verbose", at: address)
        _ = try await server.requests.wait(for: 1)
        running.send(SIGINT)
        #expect(try await running.errors(containing: "closing the cache: done").contains("closing the cache: done"))
        running.send(signal)
        let result = await running.result()
        #expect(result.status == (signal == SIGINT ? 130 : 143))
        #expect(result.output.isEmpty)
        try await server.stop()
    }

    @Test func `Program: it ends quietly when the reader of its output is gone`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 30))
        let result = try await TestProgram.run(
            [
                "bash", "-c", #""$0" feed --pages 3 --url "$1" --cache-dir "$2" | true; exit "${PIPESTATUS[0]}""#,
                Program.url.path, server.address, home.cacheFolder.path,
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        await server.stop()
    }
}

import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
    private let home = Home()

    @Test(
        "Program: Ctrl-C ends a running call with 130, SIGTERM with 143 and SIGHUP with 129; it prints nothing, and its request is cancelled",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func programEndsWhenInterrupted(signal: Int32, status: Int32) async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
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
        let lock = try await Self.lockOtherCaches(in: home.cacheFolder)
        let address = server.url().absoluteString
        let running = try await home.start("image", address + "/image", "--verbose", at: address)
        _ = try await server.requests.wait(for: 1)
        running.send(SIGINT)
        _ = try await running.errors(containing: "validating the cache: done")
        running.send(signal)
        let result = await running.result()
        #expect(result.status == (signal == SIGINT ? 130 : 143))
        #expect(result.output.isEmpty)
        #expect(!result.errors.contains("closing the cache"))
        await lock.kill()
        try await server.stop()
    }

    /// Locks the databases of twelve other servers, for five seconds of waiting each when their caches are validated.
    private static func lockOtherCaches(in folder: URL) async throws -> TestProgram {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = folder.appending(path: "database")
        try Data().write(to: database)
        for number in 10...21 {
            let cache = folder.appending(path: String(repeating: "\(number)", count: 16), directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
            try FileManager.default.linkItem(at: database, to: cache.appending(path: "feed.sqlite"))
        }
        let lock = try await TestProgram.start(
            [
                "python3", "-c",
                """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1], isolation_level=None)
                database.execute("BEGIN EXCLUSIVE")
                print("locked", flush=True)
                sys.stdin.read()
                """, database.path,
            ], hasInput: true)
        #expect(try await lock.line() == "locked")
        return lock
    }

    @Test func `Program: it ends quietly when the reader of its output is gone`() async throws {
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

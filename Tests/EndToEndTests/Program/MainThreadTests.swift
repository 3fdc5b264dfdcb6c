import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct MainThreadTests {
    @Test("B171 The store works off the main thread, also when the main actor asks")
    @MainActor func test_store_worksOffTheMainThread() async throws {
        let folder = try TemporaryFolder()
        let cache = await ServerCache.open(in: folder.url, for: try ServerAddress("http://127.0.0.1"))
        let wasOnMainThread = Mutex<Bool?>(nil)
        try await cache.transaction { _ in wasOnMainThread.withLock { $0 = isOnMainThread() } }
        #expect(wasOnMainThread.withLock { $0 } == false)
        try await cache.close()
    }

    @Test("B171 The network's work is done off the main thread, also when the main actor asks")
    @MainActor func test_network_worksOffTheMainThread() async throws {
        let server = try await LyingServer()
        server.answer("/", with: .response(body: anyPNG()))
        let wasOnMainThread = Mutex<[Bool]>([])
        let client = NetworkHTTPClient(settings: try NetworkSettings()) { _, _ in
            let isMain = isOnMainThread()
            wasOnMainThread.withLock { $0.append(isMain) }
        }
        _ = try await client.load(HTTPRequest(url: server.url("/"), maximumBytes: 1000, timeLimit: .seconds(20)))
        #expect(wasOnMainThread.withLock { $0 }.contains(false))
        #expect(!wasOnMainThread.withLock { $0 }.contains(true))
        try await client.shutdown()
        try await server.stop()
    }

    @Test("B171 Program: a validation that fails is logged and nothing else: the call's own end stands")
    func test_program_logsFailedValidationOnly() async throws {
        let clock = try await ShiftedClock()
        let home = try Home()
        let server = try await LyingServer()
        let address = server.url().absoluteString
        server.answer("/feed", with: .json(#"{"items":[]}"#), .hang)
        let id = UUID().uuidString
        server.answer("/image/\(id)/comments", with: .json(#"{"items":[]}"#))
        #expect(try await home.run("feed", at: address).status == 0)
        let writer = try home.start("feed", at: address)
        _ = try await server.requests.wait(for: 2)

        // Another program writes, so the expired feed cannot be deleted.
        let later = Program(
            environment: home.environment.merging(clock.environment(shiftedBy: World.sevenDays)) { $1 })
        let options = ["--url", address, "--cache-dir", home.cacheFolder.path]
        let quiet = try await later.run(["comments", id] + options)
        #expect(quiet.status == 0)
        #expect(quiet.errors.split(separator: "\n").count == 1)
        let loud = try await later.run(["comments", id, "--verbose"] + options)
        #expect(loud.status == 0)
        #expect(loud.errors.ranges(of: "warning").count >= 2, "\(loud.errors)")

        writer.send(SIGINT)
        _ = await writer.result()
        try await server.stop()
    }
}

private func isOnMainThread() -> Bool { Thread.isMainThread }

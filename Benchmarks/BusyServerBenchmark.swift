import BenchmarkKit
import EssentialFeed
import Foundation

/// How long others wait while a server imports photos, and while slow clients occupy it.
struct BusyServerBenchmark: Benchmark {
    private static let interval = Duration.milliseconds(2)
    private static let mark = Duration.milliseconds(50)
    private static let slowClients = 1_000
    /// Each of them may have 128 connections, and all together 512.
    private static let slowAddresses = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = try CameraPhotos(effort.count(1_000, quick: 100), in: folder.appending(path: "photos"))
        func start() throws -> ImportingServer {
            let state = folder.appending(path: "state-\(UUID().uuidString)")
            return try ImportingServer(programs.essentialFeed, serving: photos.folder, state: state)
        }
        var duringImport = Samples()
        for _ in 0..<effort.count(6, quick: 1) {
            let server = try start()
            defer { server.stop() }
            let client = try client(of: server)
            try server.waitUntilComplete()
            duringImport.append(try client.stop())
        }
        let server = try start()
        defer { server.stop() }
        try server.waitUntilComplete()
        try server.server.process.waitUntilIdle()
        let time = Duration.seconds(effort.count(10, quick: 1))
        var quiet = Samples()
        var besideSlow = Samples()
        quiet.append(try await measure(server, for: time / 2))
        let image = try Self.images(try LoadGenerator(server.server.address, connections: 1))[0]
        let slow = try SlowClients(Self.slowClients, from: Self.slowAddresses, of: server.server.address, image: image)
        defer { slow.stop() }
        try await Task.sleep(for: .seconds(3))
        besideSlow.append(try await measure(server, for: time))
        let openCount = slow.openCount
        try BenchmarkFailure.check(openCount > 100, "only \(openCount) slow connections are open")
        slow.stop()
        quiet.append(try await measure(server, for: time / 2))
        return [
            finding("others' p99 during an import of 1,000 photos of 2 MB", duringImport, quiet),
            finding("others' p99 beside 1,000 slow clients, \(openCount) of them let in", besideSlow, quiet),
        ]
    }

    /// An error of a single request throws, so a finding has none.
    private func finding(_ subject: String, _ busy: Samples, _ quiet: Samples) -> Finding {
        Finding(
            subject, floor: "quiet: \(Figure.time(quiet.p99))", measured: Figure.time(busy.p99),
            value: Figure.ratio(busy.p99 / quiet.p99), mark: "≤ 50 ms, no error", isMet: busy.p99 <= Self.mark)
    }

    private func measure(_ server: ImportingServer, for time: Duration) async throws -> Samples {
        let client = try client(of: server)
        try await Task.sleep(for: time)
        return try client.stop()
    }

    /// Starts a client that asks for the newest page and the next one, in turn.
    private func client(of server: ImportingServer) throws -> SteadyClient {
        let load = try LoadGenerator(server.server.address, connections: 1)
        let page = try FeedPayload.decode(try load.body(Route.feed.path))
        guard let last = page.last else { throw BenchmarkFailure("the feed is empty") }
        return SteadyClient(
            server.server.address, [Route.feed.path, "\(Route.feed.path)?\(FeedQuery.cursorName)=\(last.id)"],
            interval: Self.interval)
    }

    private static func images(_ load: LoadGenerator) throws -> [String] {
        try FeedPayload.decode(try load.body(Route.feed.path)).map { $0.url.path }
    }
}

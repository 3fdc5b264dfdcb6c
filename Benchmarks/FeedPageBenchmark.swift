import BenchmarkKit
import EssentialFeed
import Foundation

/// The processor time that the server's process takes for a page of 10 out of 10,000 photos, beside Hummingbird answering
/// with a constant of the same length.
struct FeedPageBenchmark: Benchmark {
    private static let connections = 8

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photoCount = effort.count(10_000, quick: 200)
        let photos = folder.appending(path: "photos")
        try PhotoFolder.fill(photos, count: photoCount)
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "access.log").path)
        defer { server.stop() }
        let subject = try LoadGenerator(server.address, connections: Self.connections)
        let paths = try Self.pages(subject, of: photoCount).shuffled().prefix(effort.count(4_000, quick: 50))
        let byteCount = try subject.body(paths[0]).count

        let constant = try ServerProcess(programs.bench, [ConstantServer.argument, "\(byteCount)"])
        defer { constant.stop() }
        let floor = try LoadGenerator(constant.address, connections: Self.connections)
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(16), warmUps: effort.warmUps(2),
            [
                { _ in try subject.cost(of: Array(paths), byteCount, of: [server.process.id]) },
                { _ in try floor.cost(of: Array(paths), byteCount, of: [constant.process.id]) },
            ])
        return [
            Finding(
                "`/feed`, 10 of 10,000 photos, CPU per request", samples[0].median,
                floor: "Hummingbird, a constant", samples[1].median, mark: 2)
        ]
    }

    /// Returns the ids of all images.
    private static func ids(_ load: LoadGenerator) throws -> [UUID] {
        var ids: [UUID] = []
        while true {
            let cursor = ids.last.map { "&\(FeedQuery.cursorName)=\($0.uuidString)" } ?? ""
            let page = try FeedPayload.decode(
                try load.body("\(Route.feed.path)?\(FeedQuery.limitName)=100\(cursor)"))
            if page.isEmpty { return ids }
            ids += page.map(\.id)
        }
    }

    /// Returns the paths of all full pages, each beginning after another image.
    private static func pages(_ load: LoadGenerator, of photoCount: Int) throws -> [String] {
        // The server answers before it has read all photos.
        let deadline = ContinuousClock.now + .seconds(120)
        var ids = try Self.ids(load)
        while ids.count < photoCount {
            try BenchmarkFailure.check(.now < deadline, "the feed ends after \(ids.count) images")
            ids = try Self.ids(load)
        }
        return ids.dropLast(FeedQuery.defaultLimit).map {
            "\(Route.feed.path)?\(FeedQuery.limitName)=\(FeedQuery.defaultLimit)"
                + "&\(FeedQuery.cursorName)=\($0.uuidString)"
        }
    }
}

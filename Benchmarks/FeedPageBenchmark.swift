import BenchmarkKit
import EssentialFeed
import Foundation

/// The processor time that the server's process takes for a page of 10 out of 10,000 photos, beside Hummingbird answering
/// with a constant of the same length: for the newest page, for a client that has it, and for pages that nobody has asked
/// for lately.
struct FeedPageBenchmark: Benchmark {
    private static let connections = 8

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photoCount = effort.count(10_000, quick: 200)
        let photos = folder.appending(path: "photos")
        try PhotoFolder.fill(photos, count: photoCount)
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0", "--public"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "access.log").path)
        defer { server.stop() }
        let subject = try LoadGenerator(server.address, connections: Self.connections)
        let paths = try Self.pages(subject, of: photoCount).shuffled().prefix(effort.count(4_000, quick: 50))
        let byteCount = try subject.body(paths[0]).count

        let constant = try ServerProcess(programs.bench, [ConstantServer.argument, "\(byteCount)"])
        defer { constant.stop() }
        let floor = try LoadGenerator(constant.address, connections: Self.connections)
        let newest = Array(repeating: "\(Route.feed.path)?\(FeedQuery.limitName)=10", count: paths.count)
        let client = try LoadGenerator(server.address, connections: Self.connections)
        client.fields = "If-None-Match: \(try subject.field("etag", of: newest[0]) ?? "")\r\n"
        client.status = 304
        let nothing = try ServerProcess(programs.bench, [ConstantServer.argument, "0"])
        defer { nothing.stop() }
        let empty = try LoadGenerator(nothing.address, connections: Self.connections)
        let newestCount = try subject.body(newest[0]).count
        let ours = [server.process.id]
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(16), warmUps: effort.warmUps(2),
            [
                { _ in try subject.cost(of: newest, newestCount, of: ours) },
                { _ in try client.cost(of: newest, 0, of: ours) },
                { _ in try subject.cost(of: Array(paths), byteCount, of: ours) },
                { _ in try floor.cost(of: Array(paths), byteCount, of: [constant.process.id]) },
                { _ in try empty.cost(of: Array(paths), 0, of: [nothing.process.id]) },
            ])
        return [
            Finding(
                "`/feed`, the newest page, CPU per request", samples[0].median, floor: "Hummingbird, a constant",
                samples[3].median, mark: 1.3),
            Finding(
                "the same for a client that has it (304)", samples[1].median, floor: "Hummingbird, an empty constant",
                samples[4].median, mark: 1.2),
            Finding(
                "the same, any page of 10,000 photos", samples[2].median, floor: "Hummingbird, a constant",
                samples[3].median, mark: 2),
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

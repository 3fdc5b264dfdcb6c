import BenchmarkKit
import EssentialFeed
import EssentialFeedStore
import Foundation

/// Retrieving and saving a feed of 1,000 images, beside SQLite's C API and beside a JSON file.
struct FeedStoreBenchmark: Benchmark {
    private static let count = 1_000

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let feed = SampleFeed.cached(Self.count, at: Date(timeIntervalSinceReferenceDate: 800_000_000.25))
        let cache = await ServerCache.open(in: folder, for: try ServerAddress(SampleFeed.address))
        let rows = try FeedRows(folder.appending(path: "floor.sqlite"))
        let file = FeedFile(file: folder.appending(path: "floor.json"))

        let save = try await Samples.interleaved(
            rounds: effort.rounds(200), warmUps: effort.warmUps(10),
            { _ in
                try await cache.transaction { transaction in
                    try transaction.delete()
                    try transaction.insert(feed)
                }
            },
            { _ in try rows.save(feed) },
            { _ in try file.save(feed) })
        let retrieve = try await Samples.interleaved(
            rounds: effort.rounds(300), warmUps: effort.warmUps(10),
            { _ in try Self.check(try await cache.retrieve()) },
            { _ in try Self.check(try rows.retrieve()) },
            { _ in try Self.check(try file.retrieve()) })
        try BenchmarkFailure.check(try await cache.retrieve() == feed, "the store changed the feed")
        try BenchmarkFailure.check(try rows.retrieve() == feed, "the floor changed the feed")
        try await cache.close()

        let what = (retrieve: "retrieve a saved feed of 1,000", save: "save a feed of 1,000")
        let names = (rows: "the same rows by the C API", file: "a JSON file by Foundation")
        return [
            Finding(what.retrieve, retrieve[0].median, floor: names.rows, retrieve[1].median, mark: 1.5),
            Finding(what.save, save[0].median, floor: names.rows, save[1].median, mark: 2),
            Finding(what.retrieve, retrieve[0].median, floor: names.file, retrieve[2].median, mark: 0.5),
            Finding(what.save, save[0].median, floor: names.file, save[2].median, mark: 1),
        ]
    }

    private static func check(_ feed: CachedFeed?) throws {
        try BenchmarkFailure.check(feed?.images.count == count, "the feed was not retrieved whole")
    }
}

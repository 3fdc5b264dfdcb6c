import BenchmarkKit
import EssentialFeed
import EssentialFeedStore
import Foundation

/// Retrieving and saving a feed of 1,000 images, beside a JSON file.
struct FeedStoreBenchmark: Benchmark {
    private static let count = 1_000

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let feed = SampleFeed.cached(Self.count, at: Date(timeIntervalSinceReferenceDate: 800_000_000.25))
        let cache = await ServerCache.open(in: folder, for: try ServerAddress(SampleFeed.address))
        let file = FeedFile(file: folder.appending(path: "floor.json"))

        let save = try await Samples.interleaved(
            rounds: effort.rounds(200), warmUps: effort.warmUps(10),
            { _ in
                try await cache.transaction { transaction in
                    try transaction.delete()
                    try transaction.insert(feed)
                }
            },
            { _ in try file.save(feed) })
        let retrieve = try await Samples.interleaved(
            rounds: effort.rounds(300), warmUps: effort.warmUps(10),
            { _ in try Self.check(try await cache.retrieve()) },
            { _ in try Self.check(try file.retrieve()) })
        try BenchmarkFailure.check(try await cache.retrieve() == feed, "the store changed the feed")
        try await cache.close()

        let floor = "a JSON file by Foundation"
        return [
            Finding(
                "retrieve a saved feed of 1,000", retrieve[0].median, floor: floor, retrieve[1].median, mark: 0.5),
            Finding("save a feed of 1,000", save[0].median, floor: floor, save[1].median, mark: 1),
        ]
    }

    private static func check(_ feed: CachedFeed?) throws {
        try BenchmarkFailure.check(feed?.images.count == count, "the feed was not retrieved whole")
    }
}

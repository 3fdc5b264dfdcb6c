import BenchmarkKit
import EssentialFeed
import EssentialFeedStore
import Foundation

/// `essential-feed feed --offline` over a saved feed of 40 images, beside `essential-feed --version`: whole processes,
/// from their start to their end.
struct OfflineFeedBenchmark: Benchmark {
    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let cache = await ServerCache.open(in: folder, for: try ServerAddress(SampleFeed.address))
        let images = SampleFeed.images(40)
        try await CacheFeed(store: cache, now: { Date() }).save(images)
        try await cache.close()

        let call = ["feed", "--offline", "--url", SampleFeed.address, "--cache-dir", folder.path]
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(60), warmUps: effort.warmUps(3),
            { _ in try run(call) }, { _ in try run(["--version"]) })
        return [
            Finding(
                "`essential-feed feed --offline`, 40 images, whole process", samples[0].median,
                floor: "`essential-feed --version`", samples[1].median, mark: 1.8)
        ]
    }

    private func run(_ arguments: [String]) throws {
        let end = try ChildProcess(programs.essentialFeed, arguments).wait()
        try BenchmarkFailure.check(end.status == 0, "essential-feed \(arguments) ended with \(end.status)")
    }
}

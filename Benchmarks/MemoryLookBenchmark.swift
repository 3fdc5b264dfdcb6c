import EssentialFeed
import Foundation

/// Looking for a picture in a memory cache of 100, beside a dictionary that keeps no order and takes no lock.
struct MemoryLookBenchmark: Benchmark {
    private static let count = 100
    private static let looks = 100_000

    func run(in folder: URL) async throws -> [Finding] {
        let urls = (0..<Self.count).map { URL(string: "http://127.0.0.1:8080/images/\(UUID())/photo-\($0).jpg")! }
        let size = FeedImageSize(width: 552, height: 414)
        let cache = FeedImageMemoryCache<Int>(shownSize: size)
        for (number, url) in urls.enumerated() { cache.insert(number, for: url, size: size, cost: 1_000) }
        let floor = Dictionary(uniqueKeysWithValues: urls.enumerated().map { ($1, $0) })
        let samples = try await Samples.interleaved(
            rounds: 15,
            { _ in try Self.check(Self.sum(urls) { cache.picture(for: $0)?.picture ?? 0 }) },
            { _ in try Self.check(Self.sum(urls) { floor[$0] ?? 0 }) })
        let (look, plain) = (samples[0].median / Self.looks, samples[1].median / Self.looks)
        return [
            Finding(
                "look for a picture in memory", floor: "dictionary: \(Figure.time(plain))", measured: Figure.time(look),
                value: Figure.time(look), reach: "≤ 2 µs", isMet: look <= .microseconds(2))
        ]
    }

    private static func sum(_ urls: [URL], _ look: (URL) -> Int) -> Int {
        var sum = 0
        for number in 0..<looks { sum += look(urls[number % count]) }
        return sum
    }

    private static func check(_ sum: Int) throws {
        try BenchmarkFailure.check(sum == looks / count * count * (count - 1) / 2, "a picture was not found")
    }
}

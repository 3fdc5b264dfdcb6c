import BenchmarkKit
import EssentialFeed
import EssentialFeedStore
import Foundation

/// Reading a cached image and publishing a new one, beside plain files.
struct ImageStoreBenchmark: Benchmark {
    private static let hitLimit = Duration.microseconds(200)

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let cache = await ServerCache.open(in: folder, for: try ServerAddress(SampleFeed.address))
        let findings = [try await hit(cache, folder, effort), try await publish(cache, folder, effort)]
        try await cache.close()
        return findings
    }

    private func hit(_ cache: ServerCache, _ folder: URL, _ effort: Effort) async throws -> Finding {
        let (data, url, file) = (Self.image(50_000), try Self.url(0), PlainFile(folder.appending(path: "floor")))
        try await cache.insert(data, for: url)
        try file.publish(data)
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(3_000), warmUps: effort.warmUps(200),
            { _ in try Self.check(try await cache.retrieveImageData(for: url)?.count == data.count) },
            { _ in try Self.check(try file.read(byteCount: data.count).count == data.count) })
        let p95 = samples[0].p95
        return Finding(
            "image hit, 50 KB, warm, through the store, p95",
            floor: "reading the file: \(Figure.time(samples[1].p95))", measured: Figure.time(p95),
            value: Figure.ratio(p95 / samples[1].p95), mark: "≤ \(Figure.time(Self.hitLimit))",
            isMet: p95 <= Self.hitLimit)
    }

    private func publish(_ cache: ServerCache, _ folder: URL, _ effort: Effort) async throws -> Finding {
        let images = (0..<16).map { _ in Self.image(100_000) }
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(600), warmUps: effort.warmUps(20),
            { round in try await cache.insert(images[round % images.count], for: try Self.url(round + 1)) },
            { round in
                try PlainFile(folder.appending(path: "floor-\(round)")).publish(images[round % images.count])
            })
        return Finding(
            "publish an image of 100 KB, p95", samples[0].p95, floor: "temporary file and rename", samples[1].p95,
            mark: 3)
    }

    private static func image(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<count / 8).map { _ in generator.next() }
        return Data([0xFF, 0xD8, 0xFF, 0xE0]) + words.withUnsafeBytes { Data($0) }.dropFirst(4)
    }

    private static func url(_ number: Int) throws -> URL {
        guard let url = URL(string: "https://images.example.com/\(number).jpg") else { throw URLError(.badURL) }
        return url
    }

    private static func check(_ isWhole: Bool) throws {
        try BenchmarkFailure.check(isWhole, "the image was not read whole")
    }
}

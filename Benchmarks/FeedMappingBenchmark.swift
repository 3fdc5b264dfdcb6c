import BenchmarkKit
import EssentialFeed
import Foundation

/// Mapping a feed page of 1,000 images, beside Foundation's decoder, which reads the same bytes and validates nothing.
struct FeedMappingBenchmark: Benchmark {
    private static let count = 1_000

    private struct Page: Decodable {
        let items: [Item]
    }

    private struct Item: Decodable {
        let id: UUID
        let description: String?
        let location: String?
        let image: URL
    }

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let images = SampleFeed.images(Self.count)
        let payload = FeedPayload.encode(images)
        try BenchmarkFailure.check(try FeedPayload.decode(payload) == images, "the mapper changed the feed")
        try BenchmarkFailure.check(try Self.decode(payload) == images, "the floor changed the feed")
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(300), warmUps: effort.warmUps(10),
            { _ in try Self.check(try FeedPayload.decode(payload)) },
            { _ in try Self.check(try Self.decode(payload)) })
        return [
            Finding(
                "map a feed page of 1,000", samples[0].median, floor: "Foundation's JSONDecoder", samples[1].median,
                mark: 1.15)
        ]
    }

    private static func decode(_ payload: Data) throws -> [FeedImage] {
        try JSONDecoder().decode(Page.self, from: payload).items.map {
            FeedImage(id: $0.id, description: $0.description, location: $0.location, url: $0.image)
        }
    }

    private static func check(_ images: [FeedImage]) throws {
        try BenchmarkFailure.check(images.count == count, "the page was not mapped whole")
    }
}

import BenchmarkKit
import CPicturesFloor
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Getting a picture that is in memory: by a synchronous look, beside a request to the asynchronous loader; and the bytes
/// that a look allocates for a few small pictures and for many large ones.
struct MemoryHitBenchmark: Benchmark {
    private static let looks = 20_000

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let small = try await Self.loading(.card, count: 100, in: folder.appending(path: "small"))
        let large = try await Self.loading(
            PixelSize(width: 2_208, height: 1_656), count: effort.count(10_000, quick: 200),
            in: folder.appending(path: "large"))
        let pipeline = small.loading.pipeline
        let urls = small.urls
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(15), warmUps: effort.warmUps(10),
            { _ in try Self.look(small.loading.memory, urls, .card) },
            { _ in
                for number in 0..<Self.looks {
                    _ = try await pipeline.picture(
                        for: ImageRequest(urls[number % urls.count], size: .card))
                }
            })
        let (look, load) = (samples[0].median / Self.looks, samples[1].median / Self.looks)
        picturesfloor_count_allocations()
        let texts = urls.map(\.absoluteString)
        try BenchmarkFailure.check(
            picturesfloor_allocated_bytes() > texts.count, "allocations are not counted")
        let bytes = try [small, large].map { memory in
            picturesfloor_count_allocations()
            try Self.look(memory.loading.memory, memory.urls, memory.size)
            return Double(picturesfloor_allocated_bytes()) / Double(Self.looks)
        }
        try await small.loading.close()
        try await large.loading.close()
        return [
            Finding(
                "a picture in memory, synchronous look", floor: "the async loader: \(Figure.time(load))",
                measured: Figure.time(look), value: Figure.ratio(look / load), mark: "≤ 2 µs",
                isMet: look <= .microseconds(2)),
            Finding(
                "bytes allocated by a look, 10,000 of 11 MB",
                floor: "100 pictures of 0.7 MB: \(Figure.number(bytes[0]))", measured: Figure.number(bytes[1]),
                value: "", mark: "no more", isMet: bytes[1] <= bytes[0]),
        ]
    }

    /// Creates a pipeline with `count` pictures in memory, all of which share one texture.
    private static func loading(
        _ size: PixelSize, count: Int, in folder: URL
    ) async throws -> (loading: ImageLoading<Texture>, urls: [URL], size: PixelSize) {
        let loading = try await ImageLoading(
            from: URL(string: "http://127.0.0.1:9")!, in: folder, decoder: TextureDecoder(.built()))
        let photo = try Photo.jpeg(width: size.width, height: size.height, noise: 4, quality: 50)
        let texture = try await TextureDecoder(.built()).decode(photo, for: size)
        let urls = (0..<count).map { URL(string: "http://127.0.0.1:9/images/\(UUID())/photo-\($0).jpg")! }
        for url in urls { loading.memory.insert(texture, for: url, size: size, cost: 0) }
        return (loading, urls, size)
    }

    private static func look(_ memory: PictureCache<Texture>, _ urls: [URL], _ size: PixelSize) throws {
        var found = 0
        for number in 0..<looks where memory.picture(for: urls[number % urls.count], size: size)?.isExact == true {
            found += 1
        }
        try BenchmarkFailure.check(found == looks, "a picture was not found")
    }
}

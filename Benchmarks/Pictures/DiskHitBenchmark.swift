import BenchmarkKit
import CPicturesFloor
import EssentialFeed
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import HTTPTransport
import ImageFormats
import ImagePipeline

/// Loading a photo of 4.2 megapixels from the disk through the store and the pipeline as the picture of a card, beside
/// libjpeg-turbo decoding the same bytes at the same scale.
struct DiskHitBenchmark: Benchmark {
    /// The smallest scale, in eighths, at which the decoded photo is no smaller than the card.
    private static let eighths: Int32 = 2

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photo = try Photo.ofAScreen()
        let loading = try await ImageLoading(
            from: URL(string: "http://127.0.0.1:9")!, in: folder, decoder: TextureDecoder(.built()))
        let url = URL(string: "http://127.0.0.1:9/images/photo.jpg")!
        try await loading.cache.insert(photo, for: url)
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(60), warmUps: effort.warmUps(5),
            { _ in
                let picture = try await loading.pipeline.picture(for: ImageRequest(url, size: .card))
                try BenchmarkFailure.check(
                    picture.width == PixelSize.card.width && picture.height == PixelSize.card.height,
                    "the picture is not of the card's size")
            },
            { _ in
                let pixels = photo.withUnsafeBytes {
                    picturesfloor_decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count, Self.eighths)
                }
                try BenchmarkFailure.check(pixels == 591 * 444, "the floor decoded \(pixels) pixels")
            })
        try await loading.close()
        return [
            Finding(
                "a photo of 4.2 megapixels, disk to card, time", samples[0].median, floor: "libjpeg-turbo alone",
                samples[1].median, mark: 1.15)
        ]
    }
}

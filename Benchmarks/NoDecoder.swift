import BenchmarkKit
import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline

/// The decoder of benchmarks in which nothing is decoded.
struct NoDecoder: ImageDecoder {
    func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
        throw BenchmarkFailure("something is decoded")
    }

    func decode(_ data: Data, for size: PixelSize) async throws -> Never {
        throw BenchmarkFailure("something is decoded")
    }

    func cost(of picture: Never) -> Int {}
}

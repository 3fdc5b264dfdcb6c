import BenchmarkKit
import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline

/// The decoder of benchmarks in which nothing is decoded.
struct NoDecoder: ImageDecoder {
    func prepare(_ data: Data, for size: PixelSize) throws -> PreparedDecode<Never> {
        throw BenchmarkFailure("something is decoded")
    }

    func cost(of picture: Never) -> Int {}
}

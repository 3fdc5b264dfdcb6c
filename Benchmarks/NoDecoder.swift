import BenchmarkKit
import EssentialFeed
import Foundation

/// Stands where nothing is decoded.
struct NoDecoder: FeedImageDecoder {
    func estimatedBytes(of data: Data, for size: FeedImageSize) throws -> Int {
        throw BenchmarkFailure("something is decoded")
    }

    func decode(_ data: Data, for size: FeedImageSize) async throws -> Never {
        throw BenchmarkFailure("something is decoded")
    }

    func cost(of picture: Never) -> Int {}
}

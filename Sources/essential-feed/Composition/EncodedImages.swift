import EssentialFeed
import Foundation

/// Whoever wants the encoded bytes has nothing decoded.
struct EncodedImages: FeedImageDecoder {
    func estimatedBytes(of data: Data, for size: FeedImageSize) -> Int { 0 }
    func decode(_ data: Data, for size: FeedImageSize) -> Data { data }
    func cost(of picture: Data) -> Int { picture.count }
}

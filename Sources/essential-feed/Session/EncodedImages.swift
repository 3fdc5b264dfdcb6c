import Foundation
import ImageFormats
import ImagePipeline

/// A decoder for programs that want image data as it is.
struct EncodedImages: ImageDecoder {
    /// The size to ask for, which has no effect.
    static let size = PixelSize(width: 1, height: 1)

    func estimatedBytes(of data: Data, for size: PixelSize) -> Int { 0 }
    func decode(_ data: Data, for size: PixelSize) -> Data { data }
    func cost(of picture: Data) -> Int { picture.count }
}

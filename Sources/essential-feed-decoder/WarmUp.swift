import Foundation
import ImageDecoding
import ImageFormats

extension PictureDecoder {
    /// Decodes the smallest image of each format, whole and truncated, to make the libraries load everything they need.
    func warmUp() {
        for data in SmallestImages.all {
            for data in [data, data.prefix(data.count / 2)] {
                do {
                    _ = try decode(data, filling: PixelSize(width: 1, height: 1))
                } catch {
                    // Truncated images can't be decoded, and libraries report unsupported formats later for each image.
                    continue
                }
            }
        }
    }
}

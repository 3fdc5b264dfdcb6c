import Foundation
import ImageDecoding
import ImageFormats

extension PictureDecoder {
    /// Decodes the smallest image of each format, whole and cut, so that the libraries have loaded what they load later.
    func warmUp() {
        for data in SmallestImages.all {
            for data in [data, data.prefix(data.count / 2)] {
                do {
                    _ = try decode(data, filling: PixelSize(width: 1, height: 1))
                } catch {
                    // A cut image makes no picture, and a library without a format says so at each image.
                    continue
                }
            }
        }
    }
}

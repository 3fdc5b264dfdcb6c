import Foundation
import ImageFormats

/// Whether an image is there to its end. The libraries draw what there is of an image that is cut short, and don't say so,
/// except for JPEG and TIFF.
enum PictureEnd {
    /// - Throws: ``PictureError/tooSlow``.
    static func isThere(_ data: Data, _ image: ImageHeader, until deadline: PictureDeadline) throws(PictureError)
        -> Bool
    {
        let reader = ByteReader(data)
        switch image.format {
        case .jpeg, .tiff, .avif, .heic: return true
        case .gif: return GIFEnd.isPresent(reader)
        case .webp: return WebPEnd.isPresent(reader)
        case .png:
            guard PNGEnd.isPresent(reader) else { return false }
            return image.isProgressive ? try InterlacedPNG.isWhole(reader, image, until: deadline) : true
        case .bmp:
            do throws(ImageFormatError) {
                return try BMPHeader(reader).hasAllRows(in: reader.count)
            } catch {
                return false
            }
        }
    }
}

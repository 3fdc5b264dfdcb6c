import Foundation
import ImageFormats

/// Checks whether an image is there to its end. In formats other than JPEG and TIFF, the libraries draw what there is of an
/// image that is cut short, and don't say so.
enum PictureEnd {
    /// Returns whether the end is there.
    /// - Throws: ``PictureError/tooSlow``.
    static func isThere(_ data: Data, _ image: ImageHeader, until deadline: PictureDeadline) throws(PictureError)
        -> Bool
    {
        let reader = ByteReader(data)
        switch image.format {
        case .jpeg, .tiff: return true
        case .gif: return GIFEnd.isPresent(reader)
        case .webp: return WebPEnd.isPresent(reader)
        case .avif, .heic: return ISOEnd.isPresent(reader)
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

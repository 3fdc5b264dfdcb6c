import Foundation
import ImageFormats

/// Checks whether an image is complete. In formats other than JPEG, the libraries draw the available part of a
/// truncated image without reporting an error.
enum PictureEnd {
    /// Returns whether the end is present.
    /// - Throws: ``PictureError/tooSlow``.
    static func isThere(_ data: Data, _ image: ImageHeader, until deadline: PictureDeadline) throws(PictureError)
        -> Bool
    {
        let reader = ByteReader(data)
        switch image.format {
        case .jpeg: return true
        case .gif: return GIFEnd.isPresent(reader)
        case .webp: return WebPEnd.isPresent(reader)
        case .avif, .heic: return ISOEnd.isPresent(reader)
        case .png:
            guard PNGEnd.isPresent(reader) else { return false }
            return image.isProgressive ? try InterlacedPNG.isWhole(reader, image, until: deadline) : true
        }
    }
}

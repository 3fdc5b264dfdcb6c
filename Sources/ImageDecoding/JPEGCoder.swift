import CImageDecoding
import Foundation
import ImageFormats

/// Decodes and encodes JPEGs with libjpeg-turbo.
enum JPEGCoder {
    /// Decodes a JPEG, scaling while decoding. Fails if any part is missing.
    /// - Parameter budget: The most memory, in bytes, that libjpeg may use for the whole image.
    /// - Returns: The visible part at its target size and in sRGB, not turned.
    static func decode(_ data: Data, _ fit: PictureFit, budget: Int, until deadline: PictureDeadline)
        throws(PictureError) -> PicturePixels
    {
        var pixels = try PicturePixels(fit.target)
        var jpeg = PictureJPEG()
        jpeg.scaling = PictureScaling(fit, from: fit.stored)
        jpeg.eighths = Int32(fit.eighths)
        jpeg.budget = gsize(budget)
        jpeg.deadline = deadline.time
        jpeg.target = pixels.memory
        let isWhole = data.withUnsafeBytes { bytes in
            picture_decode_jpeg(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &jpeg) != 0
        }
        guard isWhole else { throw PictureError(jpeg.failure) }
        pixels.convert(jpeg.colours, isOpaque: true, profile: ColourProfile.find(in: data, .jpeg))
        return pixels
    }

    /// High enough to avoid visible blocks in photos.
    private static let quality: Int32 = 82

    /// Encodes sRGB pixels as a baseline JPEG. Ignores their alpha.
    ///
    /// A progressive JPEG would be at most a tenth smaller, but take four times as long.
    /// - Returns: The number of bytes.
    static func encode(
        _ pixels: borrowing PicturePixels, into memory: UnsafeMutableRawBufferPointer, until deadline: PictureDeadline
    ) throws(PictureError) -> Int {
        var encoding = PictureEncoding()
        encoding.pixels = UnsafePointer(pixels.memory)
        encoding.width = Int32(pixels.size.width)
        encoding.height = Int32(pixels.size.height)
        encoding.quality = quality
        encoding.deadline = deadline.time
        encoding.target = memory.bindMemory(to: UInt8.self).baseAddress
        encoding.capacity = gsize(memory.count)
        guard picture_encode_jpeg(&encoding) != 0 else { throw PictureError(encoding.failure) }
        return Int(encoding.count)
    }
}

extension PictureError {
    init(_ failure: PictureFailure) {
        if failure.is_late != 0 {
            self = .tooSlow
        } else if failure.is_unsupported != 0 {
            self = .unsupportedFormat
        } else {
            let message = withUnsafeBytes(of: failure.message) { Array($0.prefix { $0 != 0 }) }
            self = .undecodable(String(decoding: message, as: UTF8.self))
        }
    }
}

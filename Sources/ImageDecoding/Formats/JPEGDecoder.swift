import CImageDecoding
import Foundation
import ImageFormats

/// Decodes JPEGs with libjpeg-turbo, which scales while decoding. Fails if any part is missing.
enum JPEGDecoder {
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
        guard isWhole else {
            if jpeg.is_late != 0 { throw .tooSlow }
            throw .undecodable(withUnsafeBytes(of: jpeg.message) { String(cBytes: $0) })
        }
        pixels.convert(jpeg.colours, isOpaque: true, profile: PictureProfile.find(in: data, .jpeg))
        return pixels
    }
}

extension String {
    /// Decodes a C string up to its terminating zero.
    init(cBytes: UnsafeRawBufferPointer) {
        self.init(decoding: cBytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

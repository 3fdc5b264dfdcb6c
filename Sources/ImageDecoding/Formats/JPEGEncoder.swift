import CImageDecoding
import ImageFormats

/// Encodes pictures as baseline JPEGs with libjpeg-turbo.
///
/// Progressive JPEGs would be at most a tenth smaller, but take four times as long.
enum JPEGEncoder {
    /// High enough to avoid visible blocks in photos.
    private static let quality: Int32 = 82

    /// Encodes sRGB pixels. Ignores their alpha.
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
        guard picture_encode_jpeg(&encoding) != 0 else {
            if encoding.is_late != 0 { throw .tooSlow }
            throw .undecodable(withUnsafeBytes(of: encoding.message) { String(cBytes: $0) })
        }
        return Int(encoding.count)
    }
}

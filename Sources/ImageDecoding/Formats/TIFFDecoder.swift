import CImageDecoding
import Foundation
import ImageFormats

/// Decodes the first image of a TIFF with libtiff, strip by strip.
enum TIFFDecoder {
    /// - Parameter budget: The most memory, in bytes, that unpacking may take.
    /// - Returns: The part that is shown, at its size, not turned.
    static func decode(_ data: Data, _ fit: PictureFit, budget: Int, until deadline: PictureDeadline)
        throws(PictureError) -> PicturePixels
    {
        let pixels = try PicturePixels(fit.target)
        var tiff = PictureTIFF()
        tiff.scaling = PictureScaling(fit, from: fit.stored)
        tiff.budget = gsize(budget)
        tiff.deadline = deadline.time
        tiff.target = pixels.memory
        let isDecoded = data.withUnsafeBytes { bytes in
            picture_decode_tiff(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &tiff) != 0
        }
        guard !isDecoded else { return pixels }
        if tiff.is_late != 0 { throw .tooSlow }
        if tiff.is_unsupported != 0 { throw .unsupportedFormat }
        throw .undecodable(withUnsafeBytes(of: tiff.message) { String(cBytes: $0) })
    }
}

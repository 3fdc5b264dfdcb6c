import CImageDecoding
import Foundation
import ImageFormats

/// Decodes AVIF and HEIC with libheif, which also crops and turns them.
enum HEIFDecoder {
    /// - Parameter fit: The fit of the upright image.
    /// - Returns: The visible part at its target size, upright.
    static func decode(
        _ data: Data, hasAlpha: Bool, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        try decode(data, hasAlpha: hasAlpha, fit, into: pixels, until: deadline)
        return pixels
    }

    /// Decodes an image to pixels of the fit's size.
    static func decode(
        _ data: Data, hasAlpha: Bool, _ fit: PictureFit, into pixels: borrowing PicturePixels,
        until deadline: PictureDeadline
    ) throws(PictureError) {
        try deadline.check()
        var heif = PictureHEIF()
        heif.scaling = PictureScaling(fit, from: fit.stored)
        heif.has_alpha = hasAlpha ? 1 : 0
        heif.deadline = deadline.time
        heif.target = pixels.memory
        let isWhole = data.withUnsafeBytes { bytes in
            picture_decode_heif(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &heif) != 0
        }
        guard !isWhole else { return }
        if heif.is_late != 0 { throw .tooSlow }
        if heif.is_unsupported != 0 { throw .unsupportedFormat }
        throw .undecodable(withUnsafeBytes(of: heif.message) { String(cBytes: $0) })
    }
}

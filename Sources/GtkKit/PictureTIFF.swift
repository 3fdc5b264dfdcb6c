import CGtkKit
import Foundation

/// Decodes the first picture of a TIFF by libtiff, strip by strip.
nonisolated enum PictureTIFF {
    /// - Parameter budget: the most that unpacking may take, in bytes.
    /// - Returns: the part that is shown at its size, not turned.
    static func decode(
        _ data: Data, _ fit: PictureFit, of size: PictureSize, budget: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        var tiff = GtkKitTIFF()
        tiff.scaling = GtkKitScaling(fit, from: size)
        tiff.budget = gsize(budget)
        tiff.deadline = deadline.time
        tiff.target = pixels.memory
        let isDecoded = data.withUnsafeBytes { bytes in
            gtkkit_tiff_decode(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &tiff) != 0
        }
        guard !isDecoded else { return pixels }
        if tiff.is_late != 0 { throw .tooSlow }
        if tiff.is_unsupported != 0 { throw .unsupportedFormat }
        throw .undecodable(withUnsafeBytes(of: tiff.message) { String(cBytes: $0) })
    }
}

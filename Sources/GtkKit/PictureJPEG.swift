import CGtkKit
import Foundation

/// One run of libjpeg-turbo over encoded bytes, which scales while it decodes, and fails where something is missing.
nonisolated enum PictureJPEG {
    /// - Parameter budget: the most that libjpeg may take for the whole picture, in bytes.
    /// - Returns: the part that is shown at its size, in sRGB, not turned.
    static func decode(
        _ data: Data, _ fit: PictureFit, of size: PictureSize, budget: Int, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        var pixels = try PicturePixels(fit.target)
        var jpeg = GtkKitJPEG()
        jpeg.scaling = GtkKitScaling(fit, from: size)
        jpeg.eighths = Int32(fit.eighths)
        jpeg.budget = gsize(budget)
        jpeg.deadline = deadline.time
        jpeg.target = pixels.memory
        let isWhole = data.withUnsafeBytes { bytes in
            gtkkit_jpeg_decode(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &jpeg) != 0
        }
        guard isWhole else {
            if jpeg.is_late != 0 { throw .tooSlow }
            throw .undecodable(withUnsafeBytes(of: jpeg.message) { String(cBytes: $0) })
        }
        pixels.convert(jpeg.colours, isOpaque: true, profile: PictureProfile.find(in: data, .jpeg))
        return pixels
    }
}

nonisolated extension GtkKitScaling {
    init(_ fit: PictureFit, from source: PictureSize) {
        let across = Double(source.width) / Double(fit.stored.width)
        let down = Double(source.height) / Double(fit.stored.height)
        self.init(
            source_width: Int32(source.width), source_height: Int32(source.height), x: fit.x * across,
            y: fit.y * down, width: fit.width * across, height: fit.height * down,
            target_width: Int32(fit.target.width), target_height: Int32(fit.target.height))
    }
}

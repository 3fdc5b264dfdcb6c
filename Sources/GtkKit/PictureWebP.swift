import CGtkKit
import Foundation

/// Decodes a still WebP, or the first frame of an animated one, by libwebp, which scales while it decodes.
nonisolated enum PictureWebP {
    /// - Returns: the part that is shown at its size, not turned.
    static func decode(_ data: Data, _ fit: PictureFit, of size: PictureSize, until deadline: PictureDeadline)
        throws(PictureError) -> PicturePixels
    {
        let frame = try WebPFrame(firstOf: PictureBytes(data))
        let decodedSize = frame.isWhole ? fit.coveringSize : frame.size
        var webp = GtkKitWebP()
        webp.width = Int32(frame.size.width)
        webp.height = Int32(frame.size.height)
        webp.decoded_width = Int32(decodedSize.width)
        webp.decoded_height = Int32(decodedSize.height)
        webp.deadline = deadline.time
        defer { g_free(webp.pixels) }
        let isDecoded = data.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.place])
            return gtkkit_webp_decode(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &webp) != 0
        }
        guard isDecoded else {
            if webp.is_late != 0 { throw .tooSlow }
            throw .undecodable(withUnsafeBytes(of: webp.message) { String(cBytes: $0) })
        }
        return try scaled(webp, frame, decodedSize, fit, of: size, until: deadline)
    }

    private static func scaled(
        _ webp: GtkKitWebP, _ frame: WebPFrame, _ decodedSize: PictureSize, _ fit: PictureFit, of size: PictureSize,
        until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        let channels = webp.has_alpha != 0 ? 4 : 3
        var scaling = GtkKitScaling(fit, from: frame.isWhole ? decodedSize : size)
        // What is around a frame is transparent.
        let form = webp.has_alpha != 0 || !frame.isWhole ? GTKKIT_RGBA : GTKKIT_RGB
        guard let scaler = gtkkit_scaler_new(&scaling, form, pixels.memory), let source = webp.pixels else {
            throw .noMemory
        }
        defer { gtkkit_scaler_free(scaler) }
        guard !frame.isWhole else {
            for row in 0..<decodedSize.height {
                gtkkit_scaler_push(scaler, source + row * decodedSize.width * channels)
            }
            return pixels
        }
        var row = [UInt8](repeating: 0, count: size.width * 4)
        let shown = frame.x * 4..<(frame.x + frame.size.width) * 4
        for y in 0..<size.height {
            let line = y - frame.y
            if line >= 0, line < frame.size.height {
                for (index, to) in shown.enumerated() {
                    let (pixel, channel) = (line * frame.size.width + index / 4, index % 4)
                    row[to] = channel < channels ? source[pixel * channels + channel] : 255
                }
            } else if line == frame.size.height {
                for to in shown { row[to] = 0 }
            }
            row.withUnsafeBufferPointer { gtkkit_scaler_push(scaler, $0.baseAddress) }
            if y % 64 == 0 { try deadline.check() }
        }
        return pixels
    }
}

nonisolated extension String {
    /// A text of C, up to its end.
    init(cBytes: UnsafeRawBufferPointer) {
        self.init(decoding: cBytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

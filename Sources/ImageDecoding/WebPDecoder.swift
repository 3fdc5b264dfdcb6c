import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

/// Decodes a still WebP or the frames of an animated one with libwebp, which scales while decoding.
enum WebPDecoder {
    /// - Returns: The visible part at its target size, not turned.
    static func decode(
        _ data: Data, _ frame: WebPFrame, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let decodedSize = frame.fillsCanvas ? fit.coveringSize : frame.size
        var webp = PictureWebP()
        defer { g_free(webp.pixels) }
        try unpack(data, frame, at: decodedSize, into: &webp, until: deadline)
        return try scaled(webp, frame, decodedSize, fit, until: deadline)
    }

    /// Draws a frame on a canvas.
    /// - Parameter blends: Whether the canvas shows through transparent parts of the frame.
    static func draw(
        _ frame: WebPFrame, of data: Data, blends: Bool, on canvas: AnimationCanvas, until deadline: PictureDeadline
    ) throws(PictureError) {
        var webp = PictureWebP()
        defer { g_free(webp.pixels) }
        try unpack(data, frame, at: frame.size, into: &webp, until: deadline)
        guard let source = webp.pixels else { throw .noMemory }
        let channels = webp.has_alpha != 0 ? 4 : 3
        let rect = canvas.rect(x: frame.x, y: frame.y, frame.size)
        for y in rect.rows {
            picture_draw_colours(
                canvas.row(y, from: rect.columns.lowerBound), source + (y - frame.y) * frame.size.width * channels,
                Int32(channels), blends ? 1 : 0, gsize(rect.columns.count))
            if y % 64 == 0 { try deadline.check() }
        }
    }

    /// Decodes the pixels of a frame. The caller frees them, even after a failure.
    private static func unpack(
        _ data: Data, _ frame: WebPFrame, at decodedSize: PixelSize, into webp: inout PictureWebP,
        until deadline: PictureDeadline
    ) throws(PictureError) {
        webp.width = Int32(frame.size.width)
        webp.height = Int32(frame.size.height)
        webp.decoded_width = Int32(decodedSize.width)
        webp.decoded_height = Int32(decodedSize.height)
        webp.deadline = deadline.time
        let isDecoded = data.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.range])
            return picture_decode_webp(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &webp) != 0
        }
        guard isDecoded else { throw PictureError(webp.failure) }
    }

    private static func scaled(
        _ webp: PictureWebP, _ frame: WebPFrame, _ decodedSize: PixelSize, _ fit: PictureFit,
        until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        let canvas = fit.stored
        let channels = webp.has_alpha != 0 ? 4 : 3
        var scaling = PictureScaling(fit, from: frame.fillsCanvas ? decodedSize : canvas)
        // The canvas around a frame is transparent.
        let form = webp.has_alpha != 0 || !frame.fillsCanvas ? PICTURE_RGBA : PICTURE_RGB
        guard let scaler = picture_scaler_new(&scaling, form, pixels.memory), let source = webp.pixels else {
            throw .noMemory
        }
        defer { picture_scaler_free(scaler) }
        guard !frame.fillsCanvas else {
            for row in 0..<decodedSize.height {
                picture_scaler_push(scaler, source + row * decodedSize.width * channels)
            }
            return pixels
        }
        var row = [UInt8](repeating: 0, count: canvas.width * 4)
        let shown = frame.x * 4..<(frame.x + frame.size.width) * 4
        for y in 0..<canvas.height {
            let line = y - frame.y
            if line >= 0, line < frame.size.height {
                for (index, to) in shown.enumerated() {
                    let (pixel, channel) = (line * frame.size.width + index / 4, index % 4)
                    row[to] = channel < channels ? source[pixel * channels + channel] : 255
                }
            } else if line == frame.size.height {
                for to in shown { row[to] = 0 }
            }
            row.withUnsafeBufferPointer { picture_scaler_push(scaler, $0.baseAddress) }
            if y % 64 == 0 { try deadline.check() }
        }
        return pixels
    }
}

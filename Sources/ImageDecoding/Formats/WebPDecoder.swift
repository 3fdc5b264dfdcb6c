import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

/// Decodes a still WebP, or the first frame of an animated one, with libwebp, which scales while it decodes.
enum WebPDecoder {
    /// - Returns: The part that is shown, at its size, not turned.
    static func decode(_ data: Data, _ fit: PictureFit, until deadline: PictureDeadline) throws(PictureError)
        -> PicturePixels
    {
        let frame: WebPFrame
        do throws(ImageFormatError) {
            frame = try WebPFrame(firstOf: ByteReader(data))
        } catch {
            throw PictureError(error)
        }
        let decodedSize = frame.fillsCanvas ? fit.coveringSize : frame.size
        var webp = PictureWebP()
        webp.width = Int32(frame.size.width)
        webp.height = Int32(frame.size.height)
        webp.decoded_width = Int32(decodedSize.width)
        webp.decoded_height = Int32(decodedSize.height)
        webp.deadline = deadline.time
        defer { g_free(webp.pixels) }
        let isDecoded = data.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.place])
            return picture_decode_webp(bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &webp) != 0
        }
        guard isDecoded else {
            if webp.is_late != 0 { throw .tooSlow }
            throw .undecodable(withUnsafeBytes(of: webp.message) { String(cBytes: $0) })
        }
        return try scaled(webp, frame, decodedSize, fit, until: deadline)
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

import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

/// Decodes a PNG with gdk-pixbuf. Fails if the data doesn't match the header.
final class PNGDecoder {
    /// The number of bytes that are decoded or unpacked between two deadline checks.
    private static let step = 1 << 15

    private let image: ImageHeader
    private let fit: PictureFit
    private let deadline: PictureDeadline
    private var hasOtherSize = false
    /// The number of decoded rows, from the top.
    private var rowCount = 0

    init(_ image: ImageHeader, _ fit: PictureFit, until deadline: PictureDeadline) {
        (self.image, self.fit, self.deadline) = (image, fit, deadline)
    }

    /// - Returns: The visible part at its target size, not turned.
    func decode(_ data: Data) throws(PictureError) -> PicturePixels {
        let pixbuf = try run(data)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let pixels = try PicturePixels(fit.target)
        let size = PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        guard size == image.size else { throw .undecodable("there are two sizes") }
        var scaling = PictureScaling(fit, from: size)
        let form = gdk_pixbuf_get_has_alpha(pixbuf) == 0 ? PICTURE_RGB : PICTURE_RGBA
        guard let scaler = picture_scaler_new(&scaling, form, pixels.memory),
            let source = gdk_pixbuf_read_pixels(pixbuf)
        else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        for row in 0..<size.height { picture_scaler_push(scaler, source + row * stride) }
        return pixels
    }

    /// - Returns: The whole image, which the caller owns.
    private func run(_ data: Data) throws(PictureError) -> OpaquePointer {
        var failure: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&failure) }
        // The format is given, so the data can't select a decoder whose header wasn't read.
        guard let loader = gdk_pixbuf_loader_new_with_type(image.format.rawValue, &failure) else {
            throw Self.error(failure)
        }
        let raw = UnsafeMutableRawPointer(loader)
        defer { g_object_unref(raw) }
        let prepared: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
            loader, width, height, load in
            let size = PixelSize(width: Int(width), height: Int(height))
            Unmanaged<PNGDecoder>.fromOpaque(load).takeUnretainedValue()
                .prepare(size, loader.assumingMemoryBound(to: GdkPixbufLoader.self))
        }
        g_signal_connect_data(
            raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        let updated:
            @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
                _, _, y, _, height, load in
                let load = Unmanaged<PNGDecoder>.fromOpaque(load).takeUnretainedValue()
                load.rowCount = max(load.rowCount, Int(y + height))
            }
        g_signal_connect_data(
            raw, "area-updated", unsafeBitCast(updated, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        let isWritten = try write(data, to: loader, &failure)
        // Closing fails if the end is missing. Closing is required even if writing has failed.
        let isClosed =
            isWritten ? gdk_pixbuf_loader_close(loader, &failure) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
        if hasOtherSize { throw .undecodable("there are two sizes") }
        // The checksums and the end may be present even if rows are missing.
        if rowCount < image.size.height { throw .undecodable("the last rows are missing") }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw Self.error(failure) }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }

    /// Writes the needed bytes to the loader in steps. Returns whether the loader accepts them.
    /// - Throws: ``PictureError/tooSlow``, with the loader closed.
    private func write(
        _ data: Data, to loader: UnsafeMutablePointer<GdkPixbufLoader>, _ failure: inout UnsafeMutablePointer<GError>?
    ) throws(PictureError) -> Bool {
        for part in neededParts(of: data) {
            for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.step) {
                let step = data[offset: start..<min(part.upperBound, start + Self.step)]
                let isWritten = step.withUnsafeBytes { bytes in
                    gdk_pixbuf_loader_write(
                        loader, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count), &failure) != 0
                }
                guard isWritten else { return false }
                do throws(PictureError) {
                    try deadline.check()
                } catch {
                    gdk_pixbuf_loader_close(loader, nil)
                    throw error
                }
            }
        }
        return true
    }

    /// Returns the ranges of the needed bytes. Chunks that don't change pixels are left out, because the loader
    /// unpacks texts and profiles of any length.
    private func neededParts(of data: Data) -> [Range<Int>] {
        var parts = [0..<8]
        for chunk in PNGChunks(ByteReader(data)) where chunk.changesPixels {
            if let last = parts.last, last.upperBound == chunk.range.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<chunk.range.upperBound
            } else {
                parts.append(chunk.range)
            }
        }
        return parts
    }

    /// Ends the load if the loader has found a size other than the header's.
    private func prepare(_ size: PixelSize, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        guard size != image.size else { return }
        hasOtherSize = true
        gdk_pixbuf_loader_set_size(loader, 0, 0)
    }

    private static func error(_ failure: UnsafeMutablePointer<GError>?) -> PictureError {
        .undecodable(failure.map { String(cString: $0.pointee.message) } ?? "the file contains no image")
    }
}

// MARK: Interlaced images

/// Decoders draw each pass over the previous ones, so a PNG that ends after a pass still gives a picture with all rows,
/// only a coarser one.
extension PNGDecoder {
    /// The first pixel and the pixel distance of each pass (PNG, section 8.2).
    private static let passes: [(x: Int, y: Int, across: Int, down: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]

    /// Returns whether all passes of an interlaced PNG are present. Unpacks the pixels once without keeping them.
    static func hasAllPasses(_ data: Data, _ image: ImageHeader, until deadline: PictureDeadline)
        throws(PictureError) -> Bool
    {
        let reader = ByteReader(data)
        var missing = byteCount(image)
        guard let unpacking = ZlibInflater() else { throw .noMemory }
        var chunks = PNGChunks(reader)
        while missing > 0, let chunk = chunks.next() {
            guard chunk.name == PNGChunks.pixels else { continue }
            for start in stride(from: chunk.content.lowerBound, to: chunk.content.upperBound, by: step) {
                let part = reader.prefix(of: start..<min(chunk.content.upperBound, start + step))
                missing -= unpacking.unpack(part, atMost: missing)
                try deadline.check()
            }
        }
        return missing <= 0
    }

    /// Returns the number of bytes in all rows of all passes, including the filter byte of each row.
    private static func byteCount(_ image: ImageHeader) -> Int {
        var sum = 0
        for pass in passes {
            let width = (image.size.width - pass.x + pass.across - 1) / pass.across
            let height = (image.size.height - pass.y + pass.down - 1) / pass.down
            if width > 0, height > 0 { sum += height * (1 + (width * image.channels * image.bitDepth + 7) / 8) }
        }
        return sum
    }
}

import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

/// Decodes a PNG with gdk-pixbuf. Fails if the data doesn't match the header.
final class PixbufLoad {
    /// The number of bytes that are decoded between two deadline checks.
    private static let step = 1 << 15

    private let image: ImageHeader
    private let fit: PictureFit
    private let deadline: PictureDeadline
    private var hasOtherSize = false
    /// The number of decoded rows, from the top.
    private var rowCount = 0

    init(_ image: ImageHeader, _ fit: PictureFit, until deadline: PictureDeadline) {
        self.image = image
        self.fit = fit
        self.deadline = deadline
    }

    /// - Returns: The visible part at its target size, not turned.
    func decode(_ data: Data) throws(PictureError) -> PicturePixels {
        let pixbuf = try run(data)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        return try scaled(pixbuf)
    }

    private func scaled(_ pixbuf: OpaquePointer) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        let size = PixelSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
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
            Unmanaged<PixbufLoad>.fromOpaque(load).takeUnretainedValue()
                .prepare(size, loader.assumingMemoryBound(to: GdkPixbufLoader.self))
        }
        g_signal_connect_data(
            raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        let updated:
            @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
                _, _, y, _, height, load in
                let load = Unmanaged<PixbufLoad>.fromOpaque(load).takeUnretainedValue()
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
        if image.format == .png, rowCount < image.size.height { throw .undecodable("the last rows are missing") }
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

    /// Returns the places of the needed bytes. PNG chunks that don't change pixels are left out, because the loader
    /// unpacks texts and profiles of any length.
    private func neededParts(of data: Data) -> [Range<Int>] {
        guard image.format == .png else { return [0..<data.count] }
        var parts = [0..<8]
        for chunk in PNGChunks(ByteReader(data)) where chunk.changesPixels {
            if let last = parts.last, last.upperBound == chunk.place.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<chunk.place.upperBound
            } else {
                parts.append(chunk.place)
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
        .undecodable(failure.map { String(cString: $0.pointee.message) } ?? "there is no picture")
    }
}

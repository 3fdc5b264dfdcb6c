import CAdwaita
import CGtkKit
import Foundation

/// One run of gdk-pixbuf over encoded bytes, which decodes only what their header has said.
nonisolated final class PixbufLoad {
    private let header: PictureHeader
    private let fit: PictureFit
    private var hasOtherSize = false
    /// How many rows from the top have come.
    private var rowCount = 0

    init(_ header: PictureHeader, _ fit: PictureFit) {
        self.header = header
        self.fit = fit
    }

    /// - Returns: the part that is shown at its size, in sRGB, not turned.
    func decode(_ data: Data) throws(PictureError) -> PicturePixels {
        let pixbuf = try run(data)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        var pixels = try scaled(pixbuf)
        if let profile = PictureProfile.find(in: data, header.format, decodedTo: pixbuf) {
            let isOpaque = gdk_pixbuf_get_has_alpha(pixbuf) == 0
            profile.withUnsafeBytes { pixels.convert(GTKKIT_BGRA, isOpaque: isOpaque, profile: $0) }
        }
        return pixels
    }

    private func scaled(_ pixbuf: OpaquePointer) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        let size = PictureSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        guard size == (header.format == .webp ? fit.coveringSize : header.size) else {
            throw .undecodable("it has two sizes")
        }
        var scaling = GtkKitScaling(fit, from: size)
        let form = gdk_pixbuf_get_has_alpha(pixbuf) == 0 ? GTKKIT_RGB : GTKKIT_RGBA
        guard let scaler = gtkkit_scaler_new(&scaling, form, pixels.memory),
            let source = gdk_pixbuf_read_pixels(pixbuf)
        else { throw .noMemory }
        defer { gtkkit_scaler_free(scaler) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        for row in 0..<size.height { gtkkit_scaler_push(scaler, source + row * stride) }
        return pixels
    }

    /// - Returns: the whole picture; owned by the caller.
    private func run(_ data: Data) throws(PictureError) -> OpaquePointer {
        var failure: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&failure) }
        // The format is given, so that only the decoder runs whose header was read.
        guard let loader = gdk_pixbuf_loader_new_with_type(header.format.rawValue, &failure) else {
            throw Self.error(failure)
        }
        let raw = UnsafeMutableRawPointer(loader)
        defer { g_object_unref(raw) }
        let prepared: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
            loader, width, height, load in
            let size = PictureSize(width: Int(width), height: Int(height))
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
        let isWritten = data.withUnsafeBytes { bytes in
            gdk_pixbuf_loader_write(
                loader, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count), &failure) != 0
        }
        // Closing says whether the end was there; it also has to be called when writing failed.
        let isClosed =
            isWritten ? gdk_pixbuf_loader_close(loader, &failure) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
        if hasOtherSize { throw .undecodable("it has two sizes") }
        // Checksums and end may be there all the same.
        if header.format == .png, rowCount < header.size.height { throw .undecodable("its last rows are missing") }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw Self.error(failure) }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }

    /// Only libwebp scales while it decodes; with the others gdk-pixbuf would make one more copy.
    private func prepare(_ size: PictureSize, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        if size != header.size {
            hasOtherSize = true
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        } else if header.format == .webp {
            gdk_pixbuf_loader_set_size(loader, Int32(fit.coveringSize.width), Int32(fit.coveringSize.height))
        }
    }

    private static func error(_ failure: UnsafeMutablePointer<GError>?) -> PictureError {
        .undecodable(failure.map { String(cString: $0.pointee.message) } ?? "no picture in it")
    }
}

import CAdwaita
import CGtkKit
import Foundation

/// One run of gdk-pixbuf over encoded bytes, which decodes only what their header has said.
nonisolated final class PixbufLoad {
    /// So many bytes are decoded between two looks at the time.
    private static let step = 1 << 15

    private let header: PictureHeader
    private let fit: PictureFit
    private let deadline: PictureDeadline
    private var hasOtherSize = false
    /// How many rows from the top have come.
    private var rowCount = 0

    init(_ header: PictureHeader, _ fit: PictureFit, until deadline: PictureDeadline) {
        self.header = header
        self.fit = fit
        self.deadline = deadline
    }

    /// - Returns: the part that is shown at its size, not turned.
    func decode(_ data: Data) throws(PictureError) -> PicturePixels {
        let pixbuf = try run(data)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        return try scaled(pixbuf)
    }

    private func scaled(_ pixbuf: OpaquePointer) throws(PictureError) -> PicturePixels {
        let pixels = try PicturePixels(fit.target)
        let size = PictureSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        guard size == header.size else { throw .undecodable("it has two sizes") }
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
        let isWritten = try write(data, to: loader, &failure)
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

    /// Gives the loader what it needs of the bytes, in steps.
    /// - Throws: ``PictureError/tooSlow``; the loader is closed then.
    private func write(
        _ data: Data, to loader: UnsafeMutablePointer<GdkPixbufLoader>, _ failure: inout UnsafeMutablePointer<GError>?
    ) throws(PictureError) -> Bool {
        for part in try neededParts(of: data) {
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

    /// Of a PNG the chunks that change no pixel are left out: the loader unpacks texts and profiles, however long they
    /// become.
    private func neededParts(of data: Data) throws(PictureError) -> [Range<Int>] {
        guard header.format == .png else { return [0..<data.count] }
        var parts = [0..<8]
        var chunks = PNGChunks(PictureBytes(data))
        while let chunk = try chunks.next() {
            guard chunk.isNeeded else { continue }
            if let last = parts.last, last.upperBound == chunk.place.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<chunk.place.upperBound
            } else {
                parts.append(chunk.place)
            }
        }
        return parts
    }

    /// One that says another size than the header is not decoded.
    private func prepare(_ size: PictureSize, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        guard size != header.size else { return }
        hasOtherSize = true
        gdk_pixbuf_loader_set_size(loader, 0, 0)
    }

    private static func error(_ failure: UnsafeMutablePointer<GError>?) -> PictureError {
        .undecodable(failure.map { String(cString: $0.pointee.message) } ?? "no picture in it")
    }
}

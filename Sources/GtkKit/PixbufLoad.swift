import CAdwaita
import Foundation

/// One run of gdk-pixbuf over encoded bytes, which decides by the header whether and how large they are decoded.
nonisolated final class PixbufLoad {
    private let box: PictureSize
    private let mayBeTurned: Bool
    private var refused: PictureSize?

    init(box: PictureSize, mayBeTurned: Bool) {
        self.box = box
        self.mayBeTurned = mayBeTurned
    }

    /// - Returns: a picture that covers the box, or is as large as it was encoded; owned by the caller.
    func run(_ data: Data) throws(PictureError) -> OpaquePointer {
        guard let loader = gdk_pixbuf_loader_new() else { throw .undecodable("no memory for a decoder") }
        let raw = UnsafeMutableRawPointer(loader)
        defer { g_object_unref(raw) }
        let prepared: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
            loader, width, height, load in
            let size = PictureSize(width: Int(width), height: Int(height))
            let chosen = Unmanaged<PixbufLoad>.fromOpaque(load).takeUnretainedValue().decodedSize(of: size)
            gdk_pixbuf_loader_set_size(
                loader.assumingMemoryBound(to: GdkPixbufLoader.self), Int32(chosen.width), Int32(chosen.height))
        }
        g_signal_connect_data(
            raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))

        var failure: UnsafeMutablePointer<GError>?
        let isWritten = data.withUnsafeBytes { bytes in
            gdk_pixbuf_loader_write(
                loader, bytes.bindMemory(to: guchar.self).baseAddress, gsize(bytes.count), &failure) != 0
        }
        // Closing says whether the end was there; it also has to be called when writing failed.
        let isClosed =
            isWritten ? gdk_pixbuf_loader_close(loader, &failure) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
        defer { g_clear_error(&failure) }
        if let refused { throw .tooLarge(refused) }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .undecodable(failure.map { String(cString: $0.pointee.message) } ?? "no picture in it")
        }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        return pixbuf
    }

    /// The smallest size that covers the box, also when turned; 0 by 0 refuses the picture.
    func decodedSize(of size: PictureSize) -> PictureSize {
        guard size.width > 0, size.height > 0, size.pixels <= PictureDecoder.maximumPixels else {
            refused = size
            return PictureSize(width: 0, height: 0)
        }
        let width = Double(size.width)
        let height = Double(size.height)
        var scale = max(Double(box.width) / width, Double(box.height) / height)
        if mayBeTurned { scale = max(scale, Double(box.height) / width, Double(box.width) / height) }
        guard scale < 1 else { return size }
        return PictureSize(
            width: max(1, Int((width * scale).rounded(.up))), height: max(1, Int((height * scale).rounded(.up))))
    }
}

import CAdwaita

nonisolated extension Texture {
    /// Takes the pixels over, without copying them.
    ///
    /// Opaque ones as red, green and blue: GTK 4.8 has them drawn ten times faster than pixels with alpha, which it
    /// converts by way of floating point each time they are drawn (a card: 0.27 ms instead of 2.7 ms).
    convenience init(_ pixels: consuming PicturePixels, isOpaque: Bool) {
        let size = pixels.size
        let bytes = pixels.bytes(isOpaque: isOpaque)
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(size.width), Int32(size.height), isOpaque ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_B8G8R8A8_PREMULTIPLIED,
                bytes, gsize(size.width * (isOpaque ? 3 : 4)))
        else { preconditionFailure("GDK made no texture") }
        self.init(owning: texture, bytes: size.pixels * (isOpaque ? 3 : 4))
    }
}

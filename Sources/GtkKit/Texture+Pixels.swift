import CAdwaita

nonisolated extension Texture {
    /// Takes the pixels over, without copying them.
    convenience init(_ pixels: consuming PicturePixels) {
        let size = pixels.size
        let bytes = pixels.bytes()
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(size.width), Int32(size.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(size.width * 4))
        else { preconditionFailure("GDK made no texture") }
        self.init(owning: texture)
    }
}

import CAdwaita

extension Texture {
    /// The pixels of a pixbuf in the form that the renderers draw without converting: blue, green, red, and alpha that
    /// the others are multiplied with.
    nonisolated convenience init(pixbuf: OpaquePointer) {
        let width = Int(gdk_pixbuf_get_width(pixbuf))
        let height = Int(gdk_pixbuf_get_height(pixbuf))
        let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let stride = width * 4
        let memory = g_malloc(gsize(stride * height))
        if let memory, let source = gdk_pixbuf_read_pixels(pixbuf) {
            let target = memory.assumingMemoryBound(to: UInt8.self)
            for row in 0..<height {
                var from = source + row * sourceStride
                var to = target + row * stride
                for _ in 0..<width {
                    let alpha = channels == 4 ? UInt16(from[3]) : 255
                    if alpha == 255 {
                        to[0] = from[2]
                        to[1] = from[1]
                        to[2] = from[0]
                    } else {
                        to[0] = Self.multiplied(from[2], alpha)
                        to[1] = Self.multiplied(from[1], alpha)
                        to[2] = Self.multiplied(from[0], alpha)
                    }
                    to[3] = UInt8(alpha)
                    from += channels
                    to += 4
                }
            }
        }
        let bytes = g_bytes_new_take(memory, gsize(stride * height))
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride))
        else { preconditionFailure("GDK made no texture") }
        self.init(owning: texture)
    }

    private nonisolated static func multiplied(_ value: UInt8, _ alpha: UInt16) -> UInt8 {
        let product = UInt16(value) * alpha + 128
        return UInt8((product + product >> 8) >> 8)
    }
}

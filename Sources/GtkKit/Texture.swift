import CAdwaita

/// Pixels that GTK draws. Immutable, and safe to use and to release on any thread.
///
/// `@unchecked`: a GdkTexture can't be changed once made, and its reference count is atomic.
package nonisolated final class Texture: @unchecked Sendable {
    /// The GdkTexture. Valid as long as this object is.
    package let pointer: OpaquePointer
    /// The memory that the pixels use, in bytes.
    package let bytes: Int
    /// Whether the texture is the first frame of an animation.
    package let isAnimated: Bool

    /// Copies nothing: the texture retains the owner, which keeps the pixels valid, and may release it on any thread.
    /// The pixels have no gaps between rows. Opaque ones are red, green and blue. GTK 4.8 draws these ten times faster
    /// than others, which it converts to floating point each time (a card: 0.27 ms instead of 2.7 ms); they are blue,
    /// green and red, each multiplied by alpha, then alpha.
    package init(
        size: (width: Int, height: Int), isOpaque: Bool, pixels: UnsafeRawBufferPointer, owner: AnyObject,
        isAnimated: Bool = false
    ) {
        let bytes = g_bytes_new_with_free_func(
            pixels.baseAddress, gsize(pixels.count), release, Unmanaged.passRetained(owner).toOpaque())
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(size.width), Int32(size.height), isOpaque ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_B8G8R8A8_PREMULTIPLIED,
                bytes, gsize(size.width * (isOpaque ? 3 : 4)))
        else { preconditionFailure("GDK made no texture") }
        pointer = texture
        self.bytes = pixels.count
        self.isAnimated = isAnimated
        LiveCount.textures.add(1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
        LiveCount.textures.add(-1)
    }

    package var width: Int { Int(gdk_texture_get_width(pointer)) }
    package var height: Int { Int(gdk_texture_get_height(pointer)) }
}

extension Texture {
    /// Returns the turned texture with its new size, which GTK draws from the texture's pixels.
    @MainActor package func paintable(turns: Int, width: Double, height: Double) -> ObjectReference? {
        guard let snapshot = gtk_snapshot_new() else { return nil }
        let (across, down) = turns % 2 == 0 ? (width, height) : (height, width)
        var middle = graphene_point_t(x: Float(width / 2), y: Float(height / 2))
        gtk_snapshot_translate(snapshot, &middle)
        gtk_snapshot_rotate(snapshot, Float(90 * turns))
        var corner = graphene_point_t(x: Float(-across / 2), y: Float(-down / 2))
        gtk_snapshot_translate(snapshot, &corner)
        gdk_paintable_snapshot(pointer, snapshot, across, down)
        var size = graphene_size_t(width: Float(width), height: Float(height))
        return gtk_snapshot_free_to_paintable(snapshot, &size).map { ObjectReference(owning: $0) }
    }
}

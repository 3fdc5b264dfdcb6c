import CAdwaita

/// A decoded picture. Immutable, and safe to use and let go of on any thread.
///
/// `@unchecked`: a GdkTexture cannot be changed once made, and its reference count is atomic.
public nonisolated final class Texture: @unchecked Sendable {
    /// Valid as long as this object is.
    public let pointer: OpaquePointer
    /// What it takes of memory.
    public let bytes: Int

    init(owning texture: OpaquePointer, bytes: Int) {
        pointer = texture
        self.bytes = bytes
        LiveCount.textures.add(1)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
        LiveCount.textures.add(-1)
    }

    /// In pixels.
    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    /// In pixels.
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
}

import CAdwaita
import CGtkKit
import Foundation

/// A picture's pixels while it is decoded: blue, green, red, and alpha that the others are multiplied with; one byte each,
/// without a gap.
nonisolated struct PicturePixels: ~Copyable {
    private(set) var memory: UnsafeMutablePointer<UInt8>
    private(set) var size: PictureSize

    /// - Throws: ``PictureError/noMemory``.
    init(_ size: PictureSize) throws(PictureError) {
        guard let memory = g_try_malloc(gsize(size.pixels * 4)) else { throw .noMemory }
        self.memory = memory.assumingMemoryBound(to: UInt8.self)
        self.size = size
    }

    deinit { g_free(memory) }

    /// Converts from the colours of an ICC profile to sRGB; without one they are taken for sRGB.
    mutating func convert(_ colours: GtkKitColours, isOpaque: Bool, profile: Data?) {
        guard profile != nil || colours != GTKKIT_BGRA else { return }
        (profile ?? Data()).withUnsafeBytes { bytes in
            gtkkit_colours_to_srgb(
                memory, gsize(size.pixels), colours, isOpaque ? 1 : 0, bytes.bindMemory(to: UInt8.self).baseAddress,
                gsize(bytes.count))
        }
    }

    mutating func turn(_ orientation: PictureOrientation) throws(PictureError) {
        guard orientation != .topLeft else { return }
        var turned = try PicturePixels(
            orientation.exchangesSides ? PictureSize(width: size.height, height: size.width) : size)
        memory.withMemoryRebound(to: UInt32.self, capacity: size.pixels) { source in
            turned.memory.withMemoryRebound(to: UInt32.self, capacity: size.pixels) { target in
                gtkkit_turn(source, Int32(size.width), Int32(size.height), Int32(orientation.rawValue), target)
            }
        }
        swap(&self, &turned)
    }

    /// The pixels as bytes of GLib, which has them from now on.
    /// - Parameter isOpaque: of opaque pictures red, green and blue are left, three bytes a pixel.
    consuming func bytes(isOpaque: Bool) -> OpaquePointer? {
        var memory = UnsafeMutableRawPointer(memory)
        var count = size.pixels * 4
        if isOpaque {
            gtkkit_pack_rgb(self.memory, gsize(size.pixels))
            count = size.pixels * 3
            memory = g_realloc(memory, gsize(count))
        }
        let bytes = g_bytes_new_take(memory, gsize(count))
        discard self
        return bytes
    }
}

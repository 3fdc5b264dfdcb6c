import CGdkPixbuf
package import ImageFormats

/// The decoded pixels of an image, upright and at display size.
package final class Picture {
    /// The size in pixels.
    package let size: PixelSize
    /// The order of the bytes in a pixel.
    package let layout: PixelLayout
    /// The pixels, row by row. They are valid as long as this object exists.
    package let pixels: UnsafeRawBufferPointer

    /// Takes ownership of memory from GLib's allocator.
    init(_ memory: UnsafeMutableRawPointer, size: PixelSize, layout: PixelLayout) {
        (self.size, self.layout) = (size, layout)
        pixels = UnsafeRawBufferPointer(start: memory, count: size.pixelCount * layout.bytesPerPixel)
    }

    deinit { g_free(UnsafeMutableRawPointer(mutating: pixels.baseAddress)) }
}

public import ImageFormats

/// The decoded pixels of an image, upright and at display size.
public final class Picture {
    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: PixelLayout
    /// The pixels, row by row. They are valid as long as this object exists.
    public let pixels: UnsafeRawBufferPointer
    private let free: (UnsafeMutableRawPointer) -> Void

    /// Takes ownership of memory. The closure frees the memory when the picture is released.
    init(
        _ memory: UnsafeMutableRawPointer, size: PixelSize, layout: PixelLayout,
        free: @escaping (UnsafeMutableRawPointer) -> Void
    ) {
        (self.size, self.layout, self.free) = (size, layout, free)
        pixels = UnsafeRawBufferPointer(start: memory, count: size.pixelCount * layout.bytesPerPixel)
    }

    deinit {
        guard let memory = pixels.baseAddress else { return }
        free(UnsafeMutableRawPointer(mutating: memory))
    }
}

public import ImageFormats

/// The decoded pixels of an image, upright and at the size at which it is shown.
public final class Picture {
    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: PixelLayout
    /// The pixels, row by row. Valid as long as this object is.
    public let pixels: UnsafeRawBufferPointer
    private let free: (UnsafeMutableRawPointer) -> Void

    /// Takes over memory, which the closure frees when the picture is released.
    init(
        _ memory: UnsafeMutableRawPointer, size: PixelSize, layout: PixelLayout,
        free: @escaping (UnsafeMutableRawPointer) -> Void
    ) {
        self.size = size
        self.layout = layout
        self.free = free
        pixels = UnsafeRawBufferPointer(start: memory, count: size.pixelCount * layout.bytesPerPixel)
    }

    deinit {
        guard let memory = pixels.baseAddress else { return }
        free(UnsafeMutableRawPointer(mutating: memory))
    }
}

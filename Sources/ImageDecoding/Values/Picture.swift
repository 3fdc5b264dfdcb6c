public import ImageFormats

/// The decoded pixels of an image, upright and at the size at which it is shown.
public final class Picture {
    /// The order of the bytes in a pixel. There are no gaps between pixels and between rows.
    public enum Layout: Sendable {
        /// Red, green and blue, for an opaque picture.
        case rgb
        /// Blue, green and red, which are multiplied by alpha, and alpha.
        case premultipliedBGRA

        /// The number of bytes in a pixel.
        public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
    }

    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: Layout
    /// The pixels, row by row. Valid as long as this object is.
    public let pixels: UnsafeRawBufferPointer
    private let free: (UnsafeMutableRawPointer) -> Void

    /// Takes over memory, which the closure frees when the picture is released.
    init(
        _ memory: UnsafeMutableRawPointer, size: PixelSize, layout: Layout,
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

/// The order of the bytes in a picture's pixels. There are no gaps between pixels and between rows.
public enum PixelLayout: Hashable, Sendable {
    /// Red, green and blue, for an opaque picture.
    case rgb
    /// Blue, green and red, which are multiplied by alpha, and alpha.
    case premultipliedBGRA

    /// The number of bytes in a pixel.
    public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}

/// The order of the bytes in a picture's pixels, without gaps between pixels and rows.
public enum PixelLayout: Hashable, Sendable {
    /// Red, green and blue, for an opaque picture.
    case rgb
    /// Blue, green and red multiplied by alpha, then alpha.
    case premultipliedBGRA

    /// The number of bytes in a pixel.
    public var bytesPerPixel: Int { self == .rgb ? 3 : 4 }
}

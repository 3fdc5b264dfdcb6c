import ImageFormats

/// The expected result of decoding an image.
enum DecoderProduct: Sendable {
    /// Pixels of this size and layout.
    case picture(PixelSize, PixelLayout)
    /// JPEGs and a placeholder, at these places.
    case sizes(SizesMemory)
    /// Animation frames and the canvas after the last one, at these places.
    case frames(FramesMemory)

    /// The number of bytes in the result's memory.
    var count: Int {
        switch self {
        case .picture(let size, let layout): size.pixelCount * layout.bytesPerPixel
        case .sizes(let memory): memory.count
        case .frames(let memory): memory.count
        }
    }
}

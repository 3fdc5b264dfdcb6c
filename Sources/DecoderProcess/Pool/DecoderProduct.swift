import ImageFormats

/// What a decoder is expected to make of an image.
enum DecoderProduct: Sendable {
    /// Pixels of this size and layout.
    case picture(PixelSize, PixelLayout)
    /// JPEGs and a placeholder, at these places.
    case sizes(SizesMemory)
    /// Frames of an animation, and the canvas that they leave, at these places.
    case frames(FramesMemory)

    /// The number of bytes of the memory for the result.
    var count: Int {
        switch self {
        case .picture(let size, let layout): size.pixelCount * layout.bytesPerPixel
        case .sizes(let memory): memory.count
        case .frames(let memory): memory.count
        }
    }
}

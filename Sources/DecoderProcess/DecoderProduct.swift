public import Foundation
public import ImageFormats

/// The decoded pixels of an image, upright and at display size, in the memory that the decoder wrote to. The pixels
/// never change.
public final class DecodedPicture: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: PixelLayout
    private let memory: MappedMemory
    private let range: Range<Int>

    /// - Parameter range: The position of the pixels in the memory; `nil` for all of the memory.
    init(_ memory: MappedMemory, in range: Range<Int>? = nil, size: PixelSize, layout: PixelLayout) {
        self.memory = memory
        self.range = range ?? 0..<memory.bytes.count
        self.size = size
        self.layout = layout
    }

    /// The pixels, row by row. They are valid as long as this object exists.
    public var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[range]) }
}

/// Smaller JPEGs of an image, and a placeholder: upright, in sRGB, without metadata, and on white if the image is
/// transparent.
public struct EncodedSizes: Hashable, Sendable {
    /// The JPEGs, in the order of the requested long edges. Edges that result in the same size share one JPEG.
    public let images: [EncodedImage]
    /// The bytes of a `ThumbHash`.
    public let placeholder: [UInt8]
}

/// A JPEG of an image and its size.
public struct EncodedImage: Hashable, Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The bytes of the JPEG.
    public let data: Data
}

enum DecoderProduct: Sendable {
    case picture(PixelSize, PixelLayout)
    /// JPEGs and a placeholder, at these ranges.
    case sizes(SizesMemory)
    /// Animation frames and the canvas after the last one, at these ranges.
    case frames(FramesMemory)

    var count: Int {
        switch self {
        case .picture(let size, let layout): size.pixelCount * layout.bytesPerPixel
        case .sizes(let memory): memory.count
        case .frames(let memory): memory.count
        }
    }
}

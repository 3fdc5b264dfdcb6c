package import Foundation
package import ImageFormats

/// The decoded pixels of an image, upright and at display size, in the memory that the decoder wrote to. The pixels
/// never change.
package final class DecodedPicture: Sendable {
    package let size: PixelSize
    package let layout: PixelLayout
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
    package var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[range]) }
}

/// Smaller JPEGs of an image, and a placeholder: upright, in sRGB, without metadata, and on white if the image is
/// transparent.
package struct EncodedSizes: Hashable, Sendable {
    package let images: [EncodedImage]
    package let placeholder: [UInt8]
}

package struct EncodedImage: Hashable, Sendable {
    package let size: PixelSize
    package let data: Data
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

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

/// The expected result of decoding an image.
enum DecoderProduct: Sendable {
    /// Pixels of this size and layout.
    case picture(PixelSize, PixelLayout)
    /// JPEGs and a placeholder, at these ranges.
    case sizes(SizesMemory)
    /// Animation frames and the canvas after the last one, at these ranges.
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

/// The layout of an image's smaller sizes in the result's memory. Both processes derive it from the header, so
/// no message contains them.
package struct SizesMemory: Sendable {
    /// The longest edge of a JPEG.
    package static let maximumEdge = 65_500

    package let placeholder = 0..<64
    /// The sizes, and the range of each JPEG.
    package private(set) var images: [(size: PixelSize, range: Range<Int>)] = []

    /// - Throws: ``PictureError/tooLarge(_:)`` for a size that JPEG doesn't support.
    package init(_ sizes: [PixelSize]) throws(PictureError) {
        var start = placeholder.upperBound
        for size in sizes {
            guard max(size.width, size.height) <= Self.maximumEdge else { throw .tooLarge(size) }
            let end = start + Self.room(for: size)
            images.append((size, start..<end))
            start = end
        }
    }

    /// The total number of bytes. A decoder uses only a small part of them.
    package var count: Int { images.last?.range.upperBound ?? placeholder.upperBound }

    /// Returns an upper limit for the length of a JPEG with the decoder's quality: two bytes for each sample, with six
    /// samples for four pixels, plus the header.
    private static func room(for size: PixelSize) -> Int {
        func padded(_ length: Int) -> Int { (length + 15) / 16 * 16 }
        return padded(size.width) * padded(size.height) * 3 + 4_096
    }
}

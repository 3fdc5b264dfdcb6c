public import ImageFormats

/// The decoded pixels of an image, upright and at display size, in the memory that the decoder wrote to. The pixels
/// never change.
public final class DecodedPicture: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: PixelLayout
    private let memory: MappedMemory
    private let place: Range<Int>

    /// - Parameter place: The position of the pixels in the memory; `nil` for all of the memory.
    init(_ memory: MappedMemory, at place: Range<Int>? = nil, size: PixelSize, layout: PixelLayout) {
        self.memory = memory
        self.place = place ?? 0..<memory.bytes.count
        self.size = size
        self.layout = layout
    }

    /// The pixels, row by row. They are valid as long as this object exists.
    public var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[place]) }
}

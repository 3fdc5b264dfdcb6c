public import ImageFormats

/// The decoded pixels of an image, upright and at the size at which it is shown, in the memory that the decoder wrote them
/// to. They never change.
public final class DecodedPicture: Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The order of the bytes in a pixel.
    public let layout: PixelLayout
    private let memory: MappedMemory
    private let place: Range<Int>

    /// - Parameter place: Where the pixels are in the memory; `nil` for all of it.
    init(_ memory: MappedMemory, at place: Range<Int>? = nil, size: PixelSize, layout: PixelLayout) {
        self.memory = memory
        self.place = place ?? 0..<memory.bytes.count
        self.size = size
        self.layout = layout
    }

    /// The pixels, row by row. Valid as long as this object is.
    public var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[place]) }
}

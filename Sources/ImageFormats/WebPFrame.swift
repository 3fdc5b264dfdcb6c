/// Where the pixels of a still WebP, or of a frame of an animated one, are in the data and on the canvas.
package struct WebPFrame: Hashable, Sendable {
    /// The range of the data for the decoder: a whole still, or the frame's own chunks.
    package let range: Range<Int>
    package let x: Int
    package let y: Int
    package let size: PixelSize
    package let canvas: PixelSize
    package let isLossless: Bool
    /// Whether lossy pixels have a separate alpha chunk. The header's alpha flag doesn't count.
    package let hasAlphaPlane: Bool

    /// The bytes per pixel that libwebp uses while decoding. It decodes the whole of a lossless image, at four bytes
    /// per pixel, and the separate alpha of a lossy one.
    var decodingBytesPerPixel: Int { isLossless ? 4 : hasAlphaPlane ? 5 : 0 }

    package var fillsCanvas: Bool { size == canvas }

    package init(firstOf reader: ByteReader) throws(ImageFormatError) {
        let isExtended = reader.name(at: RIFFChunks.start) == RIFFChunks.extended
        let canvas = try isExtended ? Self.size(reader, at: 24) : Self.size(reader, ofPixelsAt: RIFFChunks.start)
        let flags = try isExtended ? reader.requireByte(at: 20) : 0
        guard flags & 0x02 != 0 else {
            let coding = try Coding(reader, in: RIFFChunks.start..<reader.count)
            self.init(0..<reader.count, (0, 0), canvas, on: canvas, coding)
            return
        }
        guard let frame = RIFFChunks(reader).first(where: { $0.name == RIFFChunks.frame }) else { throw .cutShort }
        try self.init(reader, in: frame.content, on: canvas)
    }

    /// Reads the frame in a chunk's content.
    init(_ reader: ByteReader, in frame: Range<Int>, on canvas: PixelSize) throws(ImageFormatError) {
        guard frame.count > 16, frame.upperBound <= reader.count else { throw .malformed("the frame is cut short") }
        let x = try reader.requireNumber(3, at: frame.lowerBound, .littleEndian) * 2
        let y = try reader.requireNumber(3, at: frame.lowerBound + 3, .littleEndian) * 2
        let size = try Self.size(reader, at: frame.lowerBound + 6)
        guard x + size.width <= canvas.width, y + size.height <= canvas.height else {
            throw .malformed("the frame isn't on the canvas")
        }
        let range = frame.dropFirst(16)
        self.init(range, (x, y), size, on: canvas, try Coding(reader, in: range))
    }

    private init(
        _ range: Range<Int>, _ position: (x: Int, y: Int), _ size: PixelSize, on canvas: PixelSize, _ coding: Coding
    ) {
        (self.range, self.size, self.canvas) = (range, size, canvas)
        (x, y) = position
        (isLossless, hasAlphaPlane) = (coding.isLossless, coding.hasAlphaPlane)
    }

    /// Whether pixels are lossless and whether they have an alpha chunk, from the names of their chunks.
    private struct Coding {
        private(set) var isLossless = false
        private(set) var hasAlphaPlane = false

        /// - Throws: ``ImageFormatError`` if the pixels are missing or have too many chunks before them.
        init(_ reader: ByteReader, in range: Range<Int>) throws(ImageFormatError) {
            for chunk in RIFFChunks(reader, in: range) {
                if chunk.name == RIFFChunks.lossless { isLossless = true }
                if chunk.name == RIFFChunks.alpha { hasAlphaPlane = true }
                if isLossless || chunk.name == RIFFChunks.lossy { return }
            }
            throw .cutShort
        }
    }

    private static func size(_ reader: ByteReader, at position: Int) throws(ImageFormatError) -> PixelSize {
        let size = try reader.requireSize(3, at: position, .littleEndian)
        return PixelSize(width: size.width + 1, height: size.height + 1)
    }

    private static func size(_ reader: ByteReader, ofPixelsAt position: Int) throws(ImageFormatError) -> PixelSize {
        let name = reader.name(at: position)
        if name == RIFFChunks.lossless {
            let bits = try reader.requireNumber(4, at: position + 9, .littleEndian)
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard name == RIFFChunks.lossy, reader.has([0x9D, 0x01, 0x2A], at: position + 11) else {
            throw .malformed("the size is missing")
        }
        let size = try reader.requireSize(2, at: position + 14, .littleEndian)
        return PixelSize(width: size.width & 0x3FFF, height: size.height & 0x3FFF)
    }
}

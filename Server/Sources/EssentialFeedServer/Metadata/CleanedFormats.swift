import ImageFormats

enum CleanedGIF {
    private static let graphicControl = 0xF9
    private static let (reservedControlFlags, reservedFrameFlags) = (0xE0, 0x18)

    /// Keeps colours, frames, timing and repetitions.
    static func read(_ reader: ByteReader) throws(ImageFormatError) -> CleanedAnimation.Builder {
        guard let screen = GIFColours.screenTable(reader), screen.upperBound <= reader.count else { throw .cutShort }
        var builder = CleanedAnimation.Builder()
        try builder.keep(0..<screen.upperBound)
        var hasLoops = false
        // Control data without a frame would be a block of any content.
        var control: Range<Int>?
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock:
                let kind = try reader.requireByte(at: position + 1)
                if kind == graphicControl {
                    guard reader.byte(at: position + 2) == 4, reader.byte(at: position + 7) == 0 else {
                        throw .uncleanable("a block has a length that it can't have")
                    }
                    control = position..<position + 8
                } else if !hasLoops, GIFBlocks.hasLoops(reader, at: position) {
                    hasLoops = true
                    try builder.add([0x21, 0xFF])
                    try builder.keep(position + 2..<position + 18)
                    try builder.add([0])
                }
            case .frame:
                let end = blocks.passData()
                guard end <= reader.count else { throw .cutShort }
                if let control { try keep(control: control, reader, &builder) }
                control = nil
                let flags = try reader.requireByte(at: position + 9)
                try builder.keep(position..<position + 9)
                try builder.keep(position + 9, reader, as: flags & ~reservedFrameFlags)
                try builder.keep(position + 10..<end)
            case .end: break
            }
        }
        guard blocks.ending == .endOfImage else { throw .cutShort }
        try builder.add([UInt8(GIFBlocks.Kind.end.rawValue)])
        return builder
    }

    /// Keeps the control data of a frame without its unused bits.
    private static func keep(
        control: Range<Int>, _ reader: ByteReader, _ builder: inout CleanedAnimation.Builder
    ) throws(ImageFormatError) {
        let start = control.lowerBound
        let flags = try reader.requireByte(at: start + 3)
        try builder.keep(start..<start + 3)
        try builder.keep(start + 3, reader, as: flags & ~reservedControlFlags)
        try builder.keep(start + 4..<start + 6)
        let colour = flags & 1 == 1 ? try reader.requireByte(at: start + 6) : 0
        try builder.keep(start + 6, reader, as: colour)
        try builder.keep(start + 7..<control.upperBound)
    }
}

enum CleanedWebP {
    private static let frameHeaderSize = 16
    private static let (alphaFlag, animationFlag) = (0x10, 0x02)
    /// The flags of a frame that aren't reserved: blending and disposal.
    private static let frameFlags = 0x03

    /// Keeps the frames and their timing, and writes the flags and sizes.
    static func read(_ reader: ByteReader) throws(ImageFormatError) -> CleanedAnimation.Builder {
        let end = 8 + (try reader.requireNumber(4, at: 4, .littleEndian))
        guard end <= reader.count, end > RIFFChunks.start else { throw .cutShort }
        let range = RIFFChunks.start..<end
        var body = CleanedAnimation.Builder()
        var hasRepetitions = false
        for chunk in RIFFChunks(reader, in: range) {
            guard chunk.content.upperBound <= range.upperBound else { throw .cutShort }
            switch chunk.name {
            case RIFFChunks.animation where !hasRepetitions:
                hasRepetitions = true
                guard chunk.content.count == 6 else { throw .uncleanable("the animation chunk has an invalid length") }
                try keep(chunk, &body)
            case RIFFChunks.frame: try keepFrame(chunk, reader, &body)
            default: break
            }
        }
        let flags = try reader.requireByte(at: range.lowerBound + 8) & (alphaFlag | animationFlag)
        var head = chunkHeader(RIFFChunks.extended, count: 10) + [UInt8(truncatingIfNeeded: flags), 0, 0, 0]
        head += reader.prefix(of: range.lowerBound + 12..<range.lowerBound + 18)
        let count = 4 + head.count + body.count
        guard count < 1 << 32 else { throw .malformed("the data is too large") }
        var builder = CleanedAnimation.Builder()
        try builder.add(chunkHeader("RIFF", count: count) + Array("WEBP".utf8) + head)
        try builder.add(body)
        return builder
    }

    private static func keepFrame(
        _ chunk: RIFFChunks.Chunk, _ reader: ByteReader, _ body: inout CleanedAnimation.Builder
    ) throws(ImageFormatError) {
        guard chunk.content.count > frameHeaderSize else { throw .malformed("the frame is cut short") }
        let pixels = try pixels(reader, in: chunk.content.dropFirst(frameHeaderSize))
        try body.add(chunkHeader(chunk.name, count: frameHeaderSize + pixels.count))
        let header = chunk.content.prefix(frameHeaderSize)
        try body.keep(header.dropLast())
        let flags = try reader.requireByte(at: header.upperBound - 1)
        try body.keep(header.upperBound - 1, reader, as: flags & frameFlags)
        try body.add(pixels)
    }

    /// Returns the pixel chunks of a frame: the first colour chunk, and the first alpha chunk before lossy colours.
    private static func pixels(
        _ reader: ByteReader, in range: Range<Int>
    ) throws(ImageFormatError) -> CleanedAnimation.Builder {
        var body = CleanedAnimation.Builder()
        var alpha: RIFFChunks.Chunk?
        for chunk in RIFFChunks(reader, in: range) {
            guard chunk.content.upperBound <= range.upperBound else { throw .cutShort }
            switch chunk.name {
            case RIFFChunks.alpha: alpha = alpha ?? chunk
            case RIFFChunks.lossy:
                if let alpha { try keep(alpha, &body) }
                try keep(chunk, &body)
                return body
            case RIFFChunks.lossless:
                // Lossless colours have their own alpha.
                try keep(chunk, &body)
                return body
            default: break
            }
        }
        throw .malformed("the file contains no image")
    }

    /// Keeps a chunk. Pads content of odd length with a zero.
    private static func keep(
        _ chunk: RIFFChunks.Chunk, _ body: inout CleanedAnimation.Builder
    ) throws(ImageFormatError) {
        try body.keep(chunk.content.lowerBound - 8..<chunk.content.upperBound)
        if chunk.content.count % 2 == 1 { try body.add([0]) }
    }

    private static func chunkHeader(_ name: ChunkName, count: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: name.value >> $0) }
            + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
}

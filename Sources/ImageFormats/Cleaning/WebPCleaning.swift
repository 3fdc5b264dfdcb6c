/// Cleans a WebP: keeps the chunks for pixels and animation, and rewrites the flags, the profile and the orientation.
enum WebPCleaning {
    private static let animation: ChunkName = "ANIM"
    private static let frameHeaderSize = 16
    private static let (profileFlag, alphaFlag, exifFlag, animationFlag) = (0x20, 0x10, 0x08, 0x02)

    static func pieces(_ reader: ByteReader) throws(ImageFormatError) -> ImagePieces {
        let end = 8 + (try reader.requireNumber(4, at: 4, .littleEndian))
        guard end <= reader.count, end > RIFFChunks.start else { throw .cutShort }
        let isExtended = reader.name(at: RIFFChunks.start) == RIFFChunks.extended
        let body =
            isExtended
            ? try extended(reader, in: RIFFChunks.start..<end) : try pixels(reader, in: RIFFChunks.start..<end)
        guard body.count < 1 << 32 - 4 else { throw .malformed("the data is too large") }
        var head: [UInt8] = []
        head.append(text: "RIFF")
        head.append(4 + body.count, 4, .littleEndian)
        head.append(text: "WEBP")
        var pieces = ImagePieces()
        try pieces.add(head)
        try pieces.add(body)
        return pieces
    }

    private static func extended(_ reader: ByteReader, in place: Range<Int>) throws(ImageFormatError) -> ImagePieces {
        let orientation = try WebPImage(reader).image.orientation
        var flags = try reader.requireByte(at: place.lowerBound + 8) & (alphaFlag | animationFlag)
        let isAnimated = flags & animationFlag != 0
        var profile: [UInt8]?
        var body = isAnimated ? ImagePieces() : try pixels(reader, in: place)
        for chunk in RIFFChunks(reader, in: place) {
            guard chunk.content.upperBound <= place.upperBound else { throw .cutShort }
            switch chunk.name {
            case RIFFChunks.profile where profile == nil:
                guard chunk.content.count <= ReducedProfile.maximumSize else {
                    throw .uncleanable("the profile is too large")
                }
                profile = try ReducedProfile.data(reader.prefix(of: chunk.content))
            case animation where isAnimated:
                guard chunk.content.count == 6 else { throw .uncleanable("a chunk has a length that it can't have") }
                try keep(chunk, reader, &body)
            case RIFFChunks.frame where isAnimated: try keepFrame(chunk, reader, &body)
            default: break
            }
        }
        guard body.count > 0 else { throw .malformed("there is no picture") }
        let exif = OrientationEXIF.data(orientation)
        if profile != nil { flags |= profileFlag }
        if exif != nil { flags |= exifFlag }
        var content: [UInt8] = [UInt8(truncatingIfNeeded: flags), 0, 0, 0]
        content += reader.prefix(of: place.lowerBound + 12..<place.lowerBound + 18)
        var pieces = ImagePieces()
        try pieces.add(bytes(RIFFChunks.extended, content))
        if let profile { try pieces.add(bytes(RIFFChunks.profile, profile)) }
        try pieces.add(body)
        if let exif { try pieces.add(bytes(RIFFChunks.exif, exif)) }
        return pieces
    }

    /// Returns the pixel chunks of a still or a frame: alpha and the first colour chunk.
    private static func pixels(_ reader: ByteReader, in place: Range<Int>) throws(ImageFormatError) -> ImagePieces {
        var body = ImagePieces()
        for chunk in RIFFChunks(reader, in: place) {
            guard chunk.content.upperBound <= place.upperBound else { throw .cutShort }
            let hasColours = [RIFFChunks.lossy, RIFFChunks.lossless].contains(chunk.name)
            if hasColours || chunk.name == RIFFChunks.alpha { try keep(chunk, reader, &body) }
            if hasColours { return body }
        }
        throw .malformed("there is no picture")
    }

    private static func keepFrame(
        _ chunk: RIFFChunks.Chunk, _ reader: ByteReader, _ body: inout ImagePieces
    ) throws(ImageFormatError) {
        let content = chunk.content
        guard content.count > frameHeaderSize else { throw .malformed("the frame is cut short") }
        let pixels = try pixels(reader, in: content.dropFirst(frameHeaderSize))
        var head: [UInt8] = []
        head.append(number: chunk.name.value)
        head.append(frameHeaderSize + pixels.count, 4, .littleEndian)
        try body.add(head)
        try body.keep(content.prefix(frameHeaderSize))
        try body.add(pixels)
    }

    /// Keeps a chunk. Pads content of odd length with a zero.
    private static func keep(
        _ chunk: RIFFChunks.Chunk, _ reader: ByteReader, _ body: inout ImagePieces
    ) throws(ImageFormatError) {
        try body.keep(chunk.content.lowerBound - 8..<chunk.content.upperBound)
        if chunk.content.count % 2 == 1 { try body.add([0]) }
    }

    private static func bytes(_ name: ChunkName, _ content: [UInt8]) -> [UInt8] {
        var chunk: [UInt8] = []
        chunk.append(number: name.value)
        chunk.append(content.count, 4, .littleEndian)
        chunk += content
        if content.count % 2 == 1 { chunk.append(0) }
        return chunk
    }
}

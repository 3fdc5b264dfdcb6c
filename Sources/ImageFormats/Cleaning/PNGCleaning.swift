/// Cleans a PNG: keeps the chunks for pixels, colours and animation, and rewrites the profile and the orientation.
enum PNGCleaning {
    private static let header: ChunkName = "IHDR"
    private static let signatureSize = 8
    /// The chunks that are kept, with their permitted lengths.
    private static let kept: [ChunkName: ClosedRange<Int>] = [
        header: 13...13, "PLTE": 3...768, PNGChunks.pixels: 0...Int.max, PNGChunks.end: 0...0,
        PNGChunks.transparency: 1...256, "gAMA": 4...4, "cHRM": 32...32, "sRGB": 1...1, "sBIT": 1...4, "pHYs": 9...9,
        "cICP": 4...4, "acTL": 8...8, "fcTL": 26...26, "fdAT": 4...Int.max,
    ]

    static func pieces(_ reader: ByteReader) throws(ImageFormatError) -> ImagePieces {
        guard reader.name(at: signatureSize + 4) == header else { throw .malformed("the size is missing") }
        let orientation = try PNGImage(reader).image.orientation
        var pieces = ImagePieces()
        try pieces.keep(0..<signatureSize)
        var counts: [ChunkName: Int] = [:]
        var previous = header
        var chunks = PNGChunks(reader)
        while let chunk = chunks.next() {
            guard chunk.range.upperBound <= reader.count else { throw .cutShort }
            let name = chunk.name
            defer { previous = name }
            guard let lengths = kept[name] else {
                guard name.isAncillary else { throw .uncleanable("a chunk that decoding takes isn't known") }
                if name == PNGChunks.profile, counts[name] == nil {
                    counts[name] = 1
                    try pieces.add(profile(chunk, reader))
                }
                continue
            }
            guard lengths.contains(chunk.content.count) else {
                throw .uncleanable("a chunk has a length that it can't have")
            }
            // Decoders ignore pixel chunks after another chunk, so removing the other chunk would reveal them.
            if let count = counts[name], name == header || name == PNGChunks.pixels && previous != name, count > 0 {
                throw .uncleanable("the chunks of the pixels aren't in one place")
            }
            counts[name, default: 0] += 1
            try pieces.keep(chunk.range)
            if name == header, let exif = OrientationEXIF.data(orientation) {
                try pieces.add(bytes(PNGChunks.exif, exif))
            }
        }
        guard chunks.hasReachedEnd else { throw .cutShort }
        guard counts[PNGChunks.pixels] != nil else { throw .malformed("there is no picture") }
        return pieces
    }

    private static func profile(_ chunk: PNGChunks.Chunk, _ reader: ByteReader) throws(ImageFormatError) -> [UInt8] {
        guard let place = PNGImage.compressedBytes(in: chunk.content, reader),
            place.count <= ReducedProfile.maximumSize, let packed = reader.bytes(in: place)
        else { throw .uncleanable("the profile is invalid") }
        let profile = try ReducedProfile.data(Inflation.unpack(packed, limit: ReducedProfile.maximumSize))
        return bytes(PNGChunks.profile, Array("-\0\0".utf8) + Deflation.store(profile))
    }

    private static func bytes(_ name: ChunkName, _ content: [UInt8]) -> [UInt8] {
        var chunk: [UInt8] = []
        chunk.append(number: content.count)
        chunk.append(number: name.value)
        chunk += content
        chunk.append(number: Int(PNGChecksum.of(chunk.dropFirst(4))))
        return chunk
    }
}

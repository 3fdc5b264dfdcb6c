/// The chunks of a PNG, up to and including the end chunk.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let name: ChunkName
        /// The range of the whole chunk. It extends past the end of truncated data.
        package let range: Range<Int>

        /// The range of the content, without length, name and checksum.
        package var content: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }

        /// Whether the chunk may change pixels. Transparency is the only ancillary chunk that does.
        package var changesPixels: Bool { !name.isAncillary || name == PNGChunks.transparency }
    }

    package static let (end, pixels, transparency): (ChunkName, ChunkName, ChunkName) = ("IEND", "IDAT", "tRNS")
    package static let (profile, exif, time): (ChunkName, ChunkName, ChunkName) = ("iCCP", "eXIf", "tIME")
    static let (codePoints, sRGB): (ChunkName, ChunkName) = ("cICP", "sRGB")
    static let (gamma, chromaticities): (ChunkName, ChunkName) = ("gAMA", "cHRM")
    package static let (text, compressedText): (ChunkName, ChunkName) = ("tEXt", "zTXt")
    package static let internationalText: ChunkName = "iTXt"

    package private(set) var hasReachedEnd = false
    private let reader: ByteReader
    private var position = 8
    private var count = 0

    package init(_ reader: ByteReader) { self.reader = reader }

    package mutating func next() -> Chunk? {
        guard !hasReachedEnd, count < ByteReader.maximumParts, let length = reader.number(4, at: position, .bigEndian),
            let name = reader.name(at: position + 4)
        else { return nil }
        count += 1
        hasReachedEnd = name == Self.end
        defer { position += 12 + length }
        return Chunk(name: name, range: position..<position + 12 + length)
    }
}

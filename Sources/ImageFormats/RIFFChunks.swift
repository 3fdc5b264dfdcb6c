/// The chunks of a WebP or one of its frames.
package struct RIFFChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let name: ChunkName
        /// The range of the content. It extends past the end of truncated data.
        package let content: Range<Int>
    }

    package static let (extended, animation, frame): (ChunkName, ChunkName, ChunkName) = ("VP8X", "ANIM", "ANMF")
    package static let (lossy, lossless, alpha): (ChunkName, ChunkName, ChunkName) = ("VP8 ", "VP8L", "ALPH")
    package static let (profile, exif, xmp): (ChunkName, ChunkName, ChunkName) = ("ICCP", "EXIF", "XMP ")
    package static let start = 12

    private let reader: ByteReader
    private(set) var position: Int
    private var count = 0
    private let end: Int

    /// - Parameter range: The chunks' range; `nil` for the whole file.
    package init(_ reader: ByteReader, in range: Range<Int>? = nil) {
        self.reader = reader
        position = range?.lowerBound ?? Self.start
        end = range?.upperBound ?? reader.count
    }

    package mutating func next() -> Chunk? {
        guard position + 8 <= end, count < ByteReader.maximumParts, let name = reader.name(at: position),
            let length = reader.number(4, at: position + 4, .littleEndian)
        else { return nil }
        count += 1
        let start = position + 8
        // Content of odd length is padded with a byte.
        position = start + length + length % 2
        return Chunk(name: name, content: start..<start + length)
    }
}

/// The chunks of a PNG, from its first to its last.
nonisolated struct PNGChunks {
    struct Chunk {
        /// Of its name, length and checksum too.
        let place: Range<Int>
        let name: Int

        var data: Range<Int> { place.lowerBound + 8..<place.upperBound - 4 }

        /// Whether no decoder may leave it out. Of the others, transparency alone changes pixels.
        var isNeeded: Bool { name >> 29 & 1 == 0 || name == PNGChunks.transparency }
    }

    static let end = 0x4945_4E44
    static let pixels = 0x4944_4154
    static let transparency = 0x7452_4E53
    static let profile = 0x6943_4350
    static let exif = 0x6558_4966

    private let bytes: PictureBytes
    private var position = 8

    init(_ bytes: PictureBytes) {
        self.bytes = bytes
    }

    /// - Returns: nil behind the last one.
    /// - Throws: ``PictureError/undecodable(_:)`` where its name is not there. Its data may not all be.
    mutating func next() throws(PictureError) -> Chunk? {
        guard position < .max else { return nil }
        let length = try bytes.number(4, at: position, .bigEndian)
        let name = try bytes.number(4, at: position + 4, .bigEndian)
        let place = position..<position + 12 + length
        position = name == Self.end ? .max : place.upperBound
        return Chunk(place: place, name: name)
    }
}

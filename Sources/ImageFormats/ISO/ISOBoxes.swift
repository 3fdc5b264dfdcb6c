/// The boxes in an ISO base media file, such as AVIF and HEIC, or in one of its boxes.
struct ISOBoxes: Sequence, IteratorProtocol {
    struct Box {
        let name: ChunkName
        /// The place of the content, without size and name.
        let content: Range<Int>
    }

    static let mediaData: ChunkName = "mdat"

    private let reader: ByteReader
    private let end: Int
    /// The offset of the next box or of data that isn't a box.
    private(set) var position: Int

    /// - Parameter place: The place of the boxes; `nil` for the whole file.
    init(_ reader: ByteReader, in place: Range<Int>? = nil) {
        self.reader = reader
        position = place?.lowerBound ?? 0
        end = Swift.min(place?.upperBound ?? reader.count, reader.count)
    }

    /// Returns the next box that ends within the place, or `nil` if there isn't one. The last box may have no size.
    mutating func next() -> Box? {
        guard position + 8 <= end, var size = reader.number(4, at: position, .bigEndian),
            let name = reader.name(at: position + 4)
        else { return nil }
        var headerSize = 8
        if size == 0 { size = end - position }
        if size == 1, let largeSize = reader.number(8, at: position + 8, .bigEndian) {
            (size, headerSize) = (largeSize, 16)
        }
        guard size >= headerSize, size <= end - position else { return nil }
        let box = Box(name: name, content: position + headerSize..<position + size)
        position += size
        return box
    }
}

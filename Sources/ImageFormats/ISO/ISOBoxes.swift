/// The boxes of an ISO base media file, such as AVIF and HEIC.
struct ISOBoxes: Sequence, IteratorProtocol {
    static let mediaData: ChunkName = "mdat"

    private let reader: ByteReader
    /// The offset of the next box, or of the data that isn't one.
    private(set) var position = 0

    init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// Returns the name of the next box, or `nil` if there is none that ends within the data.
    mutating func next() -> ChunkName? {
        guard var size = reader.number(4, at: position, .bigEndian), let name = reader.name(at: position + 4) else {
            return nil
        }
        if size == 1, let largeSize = reader.number(8, at: position + 8, .bigEndian) { size = largeSize }
        guard size >= 8, size <= reader.count - position else { return nil }
        position += size
        return name
    }
}

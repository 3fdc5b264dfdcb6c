/// The segments of a JPEG that decoding needs: frame, tables and scan headers.
enum JPEGTables {
    /// The frames that decoders support: baseline, extended and progressive, with Huffman or arithmetic coding.
    static let frames: Set = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    /// The markers between those without content and the application segments, used or not.
    static let all = 0xC0...0xDF

    private static let (huffman, arithmetic, quantization) = (0xC4, 0xCC, 0xDB)
    private static let (lineCount, restartInterval) = (0xDC, 0xDD)

    /// Checks that a segment contains only the content of its kind.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if the segment contains more or decoders don't read its kind.
    static func check(_ segment: JPEGSegments.Segment, _ reader: ByteReader) throws(ImageFormatError) {
        let content = segment.content
        let isExact =
            switch segment.marker {
            case huffman:
                try isFilled(content) { position throws(ImageFormatError) in
                    var count = 1 + 16
                    for index in 1...16 { count += try reader.requireByte(at: position + index) }
                    return count
                }
            case quantization:
                try isFilled(content) { position throws(ImageFormatError) in
                    try reader.requireByte(at: position) >> 4 == 0 ? 1 + 64 : 1 + 128
                }
            case arithmetic: content.count % 2 == 0
            case lineCount, restartInterval: content.count == 2
            case JPEGSegments.Marker.scan:
                content.count == 4 + 2 * (try reader.requireByte(at: content.lowerBound))
            case _ where frames.contains(segment.marker):
                content.count == 6 + 3 * (content.count > 5 ? try reader.requireByte(at: content.lowerBound + 5) : 0)
            default: throw .uncleanable("the image is coded in a way that decoders don't read")
            }
        guard isExact else { throw .uncleanable("a segment has a length that it can't have") }
    }

    /// Returns whether tables fill a place exactly. The closure returns the size of the table at an offset.
    private static func isFilled(
        _ place: Range<Int>, _ size: (Int) throws(ImageFormatError) -> Int
    ) throws(ImageFormatError) -> Bool {
        var position = place.lowerBound
        while position < place.upperBound { position += try size(position) }
        return position == place.upperBound
    }
}

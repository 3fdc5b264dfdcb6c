/// The data of an item, possibly in several places, without messages for decoders or people.
struct ISOItemData {
    /// The HEVC unit types with pixels or parameters, excluding messages, delimiters and filler.
    private static let hevcKinds = [0...21, 32...34]
    /// The AV1 unit types with pixels or parameters, excluding messages, delimiters and padding.
    private static let av1Kinds: Set = [1, 3, 4, 6, 7]

    private let extents: [Range<Int>]
    /// The start offset of each place.
    private let starts: [Int]
    private let reader: ByteReader
    /// The number of bytes.
    let count: Int

    /// - Parameter extents: The places, all within the bytes.
    init(_ extents: [Range<Int>], _ reader: ByteReader) {
        var starts: [Int] = []
        var count = 0
        for extent in extents {
            starts.append(count)
            // Many places could overlap.
            count = count.addingReportingOverflow(extent.count).overflow ? .max : count + extent.count
        }
        (self.extents, self.starts, self.reader, self.count) = (extents, starts, reader, count)
    }

    /// Returns all of the data.
    func all() throws(ImageFormatError) -> ImagePieces {
        var pieces = ImagePieces()
        try keep(0..<count, in: &pieces)
        return pieces
    }

    /// Returns the HEVC units that decoding needs, each preceded by a length field of the given size.
    func units(lengthSize: Int) throws(ImageFormatError) -> ImagePieces {
        var pieces = ImagePieces()
        var position = 0
        while position < count {
            var length = 0
            for index in 0..<lengthSize { length = length << 8 | (try byte(at: position + index)) }
            let end = position + lengthSize + length
            guard length >= 2, end <= count else { throw .malformed("the coded image is cut short") }
            let kind = try byte(at: position + lengthSize) >> 1 & 0x3F
            if Self.hevcKinds.contains(where: { $0.contains(kind) }) { try keep(position..<end, in: &pieces) }
            position = end
        }
        return pieces
    }

    /// Returns the AV1 units that decoding needs.
    func openUnits() throws(ImageFormatError) -> ImagePieces {
        var pieces = ImagePieces()
        var position = 0
        while position < count {
            let header = try byte(at: position)
            var content = position + (header & 4 == 0 ? 1 : 2)
            var length = 0
            if header & 2 == 0 {
                // A unit without a length is the last one.
                length = max(0, count - content)
            } else {
                var shift = 0
                var hasMore = true
                while hasMore {
                    let byte = try byte(at: content)
                    guard shift <= 28 else { throw .malformed("the coded image is invalid") }
                    length |= (byte & 0x7F) << shift
                    hasMore = byte & 0x80 != 0
                    shift += 7
                    content += 1
                }
            }
            guard content + length <= count else { throw .malformed("the coded image is cut short") }
            if Self.av1Kinds.contains(header >> 3 & 15) { try keep(position..<content + length, in: &pieces) }
            position = content + length
        }
        return pieces
    }

    func byte(at offset: Int) throws(ImageFormatError) -> Int {
        guard offset < count else { throw .cutShort }
        let index = place(of: offset)
        return try reader.requireByte(at: extents[index].lowerBound + offset - starts[index])
    }

    private func keep(_ range: Range<Int>, in pieces: inout ImagePieces) throws(ImageFormatError) {
        guard !range.isEmpty else { return }
        var index = place(of: range.lowerBound)
        while index < extents.count, starts[index] < range.upperBound {
            let part = range.clamped(to: starts[index]..<starts[index] + extents[index].count)
            let shift = extents[index].lowerBound - starts[index]
            try pieces.keep(part.lowerBound + shift..<part.upperBound + shift)
            index += 1
        }
    }

    /// Returns the index of the place that contains an offset.
    private func place(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}

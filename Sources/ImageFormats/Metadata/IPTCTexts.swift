import Foundation

/// The caption and the place in the IPTC record of a Photoshop resource segment.
enum IPTCTexts {
    private static let signature: StaticString = "Photoshop 3.0\0"
    private static let recordResource = 0x0404

    private enum DataSet {
        static let caption = 2 << 8 | 120
        /// Sublocation, city, province or state, and country.
        static let place = [92, 90, 95, 101].map { 2 << 8 | $0 }
    }

    /// - Parameter content: The content of a JPEG's APP13 segment.
    static func find(in content: Data) -> ImageTexts? {
        let reader = ByteReader(content)
        guard reader.has(signature, at: 0) else { return nil }
        var offset = signature.utf8CodeUnitCount
        while reader.has("8BIM", at: offset), let kind = reader.number(2, at: offset + 4, .bigEndian),
            let nameLength = reader.byte(at: offset + 6)
        {
            // The name (including its length byte) and the data are each padded to an even length.
            let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2
            guard let size = reader.number(4, at: sizeOffset, .bigEndian),
                let data = reader.bytes(in: sizeOffset + 4..<sizeOffset + 4 + size)
            else { return nil }
            if kind == recordResource { return texts(in: ByteReader(data)) }
            offset = sizeOffset + 4 + (size + 1) / 2 * 2
        }
        return nil
    }

    private static func texts(in record: ByteReader) -> ImageTexts {
        var values: [Int: String] = [:]
        var offset = 0
        while record.byte(at: offset) == 0x1C, let dataSet = record.number(2, at: offset + 1, .bigEndian),
            let size = record.number(2, at: offset + 3, .bigEndian), size < 0x8000,
            let value = record.bytes(in: offset + 5..<offset + 5 + size)
        {
            if dataSet == DataSet.caption || DataSet.place.contains(dataSet), values[dataSet] == nil {
                values[dataSet] = Caption.text(value)
            }
            offset += 5 + size
        }
        return ImageTexts(caption: values[DataSet.caption], placeNames: DataSet.place.map { values[$0] })
    }
}

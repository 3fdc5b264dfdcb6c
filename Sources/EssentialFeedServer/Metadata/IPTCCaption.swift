/// Finds the caption (2:120) in the IPTC record of a Photoshop resource block (APP13).
enum IPTCCaption {
    private static let signature = "Photoshop 3.0\0"
    private static let recordResource = 0x0404

    /// - Parameter segment: the payload of the APP13 segment.
    static func find(in segment: [UInt8]) -> String? {
        guard segment.has(signature) else { return nil }
        var offset = signature.utf8.count
        while segment.has("8BIM", at: offset), let kind = segment.number(at: offset + 4, width: 2),
            let nameLength = segment.number(at: offset + 6, width: 1)
        {
            // The name with its length byte, and the data, are padded to an even length.
            let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2
            guard let size = segment.number(at: sizeOffset, width: 4),
                let data = segment.bytes(at: sizeOffset + 4, count: size)
            else { return nil }
            if kind == recordResource { return caption(in: data) }
            offset = sizeOffset + 4 + (size + 1) / 2 * 2
        }
        return nil
    }

    private static func caption(in record: [UInt8]) -> String? {
        var offset = 0
        while record.number(at: offset, width: 1) == 0x1C, let dataSet = record.number(at: offset + 1, width: 2),
            let size = record.number(at: offset + 3, width: 2), size < 0x8000,
            let value = record.bytes(at: offset + 5, count: size)
        {
            if dataSet == 2 << 8 | 120 { return Caption.text(value) }
            offset += 5 + size
        }
        return nil
    }
}

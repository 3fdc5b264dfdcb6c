import Foundation
import ImageFormats

extension MetadataBlock {
    private static let signature: StaticString = "Photoshop 3.0\0"
    private static let recordResource = 0x0404
    /// The beginnings of a resource: of Photoshop, PhotoDeluxe, Lightroom and others.
    private static let resourceKinds: [StaticString] = ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"]

    /// The numbers of the record and of the data set, which follow the byte 0x1C.
    private enum DataSet {
        static let encoding = 1 << 8 | 90
        static let caption = 2 << 8 | 120
        static let titles = [2 << 8 | 105, 2 << 8 | 5]
        /// Sublocation, city, province or state, and country.
        static let place = [92, 90, 95, 101].map { 2 << 8 | $0 }
        /// The dates and the times of day.
        static let times: [TimeField: (date: Int, clock: Int)] = [
            .original: (2 << 8 | 55, 2 << 8 | 60), .digitized: (2 << 8 | 62, 2 << 8 | 63),
        ]
    }

    /// Returns the resources in the content of a JPEG's APP13 segment; empty for those of other programs.
    static func resources(_ content: Data) -> Data {
        let reader = ByteReader(content)
        if reader.has(signature, at: 0) { return Data(content.dropFirst(signature.utf8CodeUnitCount)) }
        let isResource = resourceKinds.contains { reader.has($0, at: 0) }
        return isResource || content.first == 0x1C ? content : Data()
    }

    /// Reads the IPTC record in Photoshop's resources.
    /// - Parameter content: The resources, with or without their signature, or only the record.
    init?(iptc content: Data) {
        let reader = ByteReader(content)
        var offset = reader.has(Self.signature, at: 0) ? Self.signature.utf8CodeUnitCount : 0
        if reader.byte(at: offset) == 0x1C {
            self.init(record: ByteReader(Data(content.dropFirst(offset))))
            return
        }
        while Self.resourceKinds.contains(where: { reader.has($0, at: offset) }),
            let kind = reader.number(2, at: offset + 4, .bigEndian),
            let nameLength = reader.byte(at: offset + 6)
        {
            // The name (including its length byte) and the data are each padded to an even length.
            let sizeOffset = offset + 6 + (nameLength + 2) / 2 * 2
            guard let size = reader.number(4, at: sizeOffset, .bigEndian),
                let data = reader.bytes(in: sizeOffset + 4..<sizeOffset + 4 + size)
            else { return nil }
            if kind == Self.recordResource {
                self.init(record: ByteReader(data))
                return
            }
            offset = sizeOffset + 4 + (size + 1) / 2 * 2
        }
        return nil
    }

    private static let extended = 0x8000

    private init(record: ByteReader) {
        var values: [Int: Data] = [:]
        var offset = 0
        while record.byte(at: offset) == 0x1C, let dataSet = record.number(2, at: offset + 1, .bigEndian),
            var size = record.number(2, at: offset + 3, .bigEndian)
        {
            var start = offset + 5
            if size >= Self.extended {
                // The size of the size.
                let count = size - Self.extended
                guard (1...4).contains(count), let extended = record.number(count, at: start, .bigEndian) else { break }
                (start, size) = (start + count, extended)
            }
            guard size <= record.count, let value = record.bytes(in: start..<start + size) else { break }
            values[dataSet] = values[dataSet] ?? value
            offset = start + size
        }
        let encoding = values[DataSet.encoding].flatMap(String.Encoding.init(iptc:))
        func text(_ dataSet: Int) -> MetadataText? {
            values[dataSet].map { MetadataText(Data($0), encoding: encoding) }
        }
        func plain(_ dataSet: Int) -> String { values[dataSet].map { String(decoding: $0, as: UTF8.self) } ?? "" }
        times = DataSet.times.compactMapValues {
            CaptureTime("\(plain($0.date)) \(plain($0.clock))", atLeast: .year)
        }
        add(text(DataSet.caption), to: .description)
        for title in DataSet.titles { add(text(title), to: .title) }
        placeNames = DataSet.place.compactMap(text)
    }
}

extension String.Encoding {
    /// The encoding that an IPTC record declares by an escape sequence of ISO 2022.
    fileprivate init?(iptc escape: Data) {
        switch Array(escape.drop { $0 != 0x1B }.dropFirst()) {
        case Array("-A".utf8), Array(".A".utf8): self = .isoLatin1
        case Array("-B".utf8), Array(".B".utf8): self = .isoLatin2
        case Array("-F".utf8), Array(".F".utf8): self = .windowsCP1253
        case Array("-M".utf8), Array(".M".utf8): self = .windowsCP1254
        default: return nil
        }
    }
}

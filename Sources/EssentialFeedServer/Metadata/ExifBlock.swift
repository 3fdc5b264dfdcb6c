/// The two things of an EXIF block that are wanted, read from its TIFF structure.
struct ExifBlock {
    private enum Tag {
        static let imageDescription = 0x010E
        static let exif = 0x8769
        static let dateTimeOriginal = 0x9003
        static let offsetTimeOriginal = 0x9011
    }

    private(set) var imageDescription: String?
    private(set) var captured: CaptureTime?

    /// `nil`: the bytes are no TIFF structure.
    init?(_ tiff: [UInt8]) {
        let isLittleEndian: Bool
        if tiff.has("II") {
            isLittleEndian = true
        } else if tiff.has("MM") {
            isLittleEndian = false
        } else {
            return nil
        }
        let reader = Reader(bytes: tiff, isLittleEndian: isLittleEndian)
        guard reader.number(at: 2, width: 2) == 42, let offset = reader.number(at: 4, width: 4) else { return nil }
        let directory = reader.directory(at: offset)
        imageDescription = directory[Tag.imageDescription].flatMap(reader.text)
        guard let exif = directory[Tag.exif], let exifOffset = reader.number(at: exif + 8, width: 4) else { return }
        let details = reader.directory(at: exifOffset)
        captured = details[Tag.dateTimeOriginal].flatMap(reader.text).flatMap {
            CaptureTime($0, offset: details[Tag.offsetTimeOriginal].flatMap(reader.text))
        }
    }

    private struct Reader {
        private static let ascii = 2
        private static let entrySize = 12

        let bytes: [UInt8]
        let isLittleEndian: Bool

        func number(at offset: Int, width: Int) -> Int? {
            bytes.number(at: offset, width: width, littleEndian: isLittleEndian)
        }

        /// Where the entry of each tag starts; directories are not chained, so no loop can be built.
        func directory(at offset: Int) -> [Int: Int] {
            guard let count = number(at: offset, width: 2) else { return [:] }
            var entries: [Int: Int] = [:]
            for index in 0..<count {
                let entry = offset + 2 + index * Self.entrySize
                guard entry + Self.entrySize <= bytes.count, let tag = number(at: entry, width: 2) else { break }
                if entries[tag] == nil { entries[tag] = entry }
            }
            return entries
        }

        /// The text of an entry, up to its zero.
        func text(at entry: Int) -> String? {
            guard number(at: entry + 2, width: 2) == Self.ascii, let count = number(at: entry + 4, width: 4) else {
                return nil
            }
            let start = count <= 4 ? entry + 8 : number(at: entry + 8, width: 4)
            guard let start, let text = bytes.bytes(at: start, count: count) else { return nil }
            return Caption.text(text.prefix { $0 != 0 })
        }
    }
}

package import Foundation

/// A directory of EXIF data in TIFF format: entries by tag. The first entry for a tag is used.
package struct TIFFDirectory {
    private struct Entry {
        let type: Int
        let count: Int
        /// The offset of the entry's field, which contains the value or its offset.
        let field: Int
        let valueOffset: Int
    }

    /// The bytes before the EXIF data of JPEGs, and of some WebPs and PNGs.
    package static let signature = Data("Exif\0\0".utf8)
    /// The number of bytes in a value of each type that is read: bytes, texts, 16-bit and 32-bit numbers, fractions, bytes
    /// of any meaning, and UTF-8.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 129: 1]
    private static let texts: Set = [2, 7, 129]
    private static let fractions = 5
    /// No supported tag has more.
    private static let maximumFractions = 3
    private static let wholeNumbers: Set = [1, 3, 4]
    private static let entrySize = 12
    /// No program writes more entries in EXIF data.
    private static let maximumEntries = 512

    private let reader: ByteReader
    private let order: ByteReader.Order
    package var isBigEndian: Bool { order == .bigEndian }
    /// The offset of the TIFF, which its own offsets are relative to.
    private let start: Int
    private var entries: [Int: Entry] = [:]

    /// Reads the available entries of the first directory. Returns `nil` if the data isn't a TIFF.
    /// - Parameter start: The offset of the TIFF, or of the signature before it, in the data.
    package init?(_ reader: ByteReader, at start: Int = 0) {
        let start = reader.has(Self.signature, at: start) ? start + Self.signature.count : start
        guard let order = Self.order(reader, at: start), let offset = reader.number(4, at: start + 4, order) else {
            return nil
        }
        (self.reader, self.order, self.start) = (reader, order, start)
        addEntries(ofDirectoryAt: start + offset)
    }

    /// Reads the available entries of the directory that a tag points to. Chains aren't followed, so loops can't occur.
    package func directory(_ tag: Int) -> TIFFDirectory? {
        guard let field = entries[tag]?.field, let offset = reader.number(4, at: field, order) else { return nil }
        var directory = self
        directory.entries = [:]
        directory.addEntries(ofDirectoryAt: start + offset)
        return directory
    }

    private static func order(_ reader: ByteReader, at start: Int) -> ByteReader.Order? {
        if reader.has([0x49, 0x49, 42, 0], at: start) { return .littleEndian }
        return reader.has([0x4D, 0x4D, 0, 42], at: start) ? .bigEndian : nil
    }

    private mutating func addEntries(ofDirectoryAt directory: Int) {
        for index in 0..<min(Self.maximumEntries, reader.number(2, at: directory, order) ?? 0) {
            let entry = directory + 2 + index * Self.entrySize
            guard entry + Self.entrySize <= reader.count, let tag = reader.number(2, at: entry, order),
                let type = reader.number(2, at: entry + 2, order), let count = reader.number(4, at: entry + 4, order),
                let offset = reader.number(4, at: entry + 8, order)
            else { return }
            guard entries[tag] == nil else { continue }
            let isInField = (Self.sizes[type] ?? 0) * count <= 4
            entries[tag] = Entry(
                type: type, count: count, field: entry + 8, valueOffset: isInField ? entry + 8 : start + offset)
        }
    }

    /// Returns the first whole number of a tag.
    func number(_ tag: Int) -> Int? {
        guard let entry = entries[tag], Self.wholeNumbers.contains(entry.type), entry.count > 0,
            let size = Self.sizes[entry.type]
        else { return nil }
        return reader.number(size, at: entry.valueOffset, order)
    }

    /// Returns the text of a tag up to its first zero. The encoding is unknown.
    package func text(_ tag: Int) -> Data? {
        guard let entry = entries[tag], Self.texts.contains(entry.type) else { return nil }
        return bytes(tag)?.prefix { $0 != 0 }
    }

    /// Returns the bytes of a tag whose values are single bytes.
    package func bytes(_ tag: Int) -> Data? {
        guard let entry = entries[tag], Self.sizes[entry.type] == 1 else { return nil }
        return reader.bytes(in: entry.valueOffset..<entry.valueOffset + entry.count)
    }

    /// Returns the fractions of a tag, each `nil` if its denominator is 0; `nil` if any are missing.
    package func fractions(_ tag: Int) -> [Double?]? {
        guard let entry = entries[tag], entry.type == Self.fractions, (1...Self.maximumFractions).contains(entry.count)
        else { return nil }
        var fractions: [Double?] = []
        for offset in stride(from: entry.valueOffset, to: entry.valueOffset + entry.count * 8, by: 8) {
            guard let numerator = reader.number(4, at: offset, order),
                let denominator = reader.number(4, at: offset + 4, order)
            else { return nil }
            fractions.append(denominator > 0 ? Double(numerator) / Double(denominator) : nil)
        }
        return fractions
    }
}

import Foundation

/// Reads the fields of a box one by one.
struct ISOFields {
    /// The version of the fields.
    let version: Int
    let flags: Int
    /// The place of the fields that haven't been read.
    private(set) var rest: Range<Int>
    private let reader: ByteReader

    /// Reads the version and flags at the beginning of most boxes.
    /// - Throws: ``ImageFormatError/malformed(_:)`` if they are missing.
    init(_ reader: ByteReader, in place: Range<Int>) throws(ImageFormatError) {
        var plain = ISOFields(reader, plain: place)
        let version = try plain.number(1)
        let flags = try plain.number(3)
        self.init(reader, plain.rest, version, flags)
    }

    /// - Parameter place: The place of fields without version and flags.
    init(_ reader: ByteReader, plain place: Range<Int>) {
        self.init(reader, place, 0, 0)
    }

    private init(_ reader: ByteReader, _ rest: Range<Int>, _ version: Int, _ flags: Int) {
        (self.reader, self.rest, self.version, self.flags) = (reader, rest, version, flags)
    }

    /// Reads an integer of up to eight bytes.
    /// - Throws: ``ImageFormatError/malformed(_:)`` past the end, or if the number is too large.
    mutating func number(_ size: Int) throws(ImageFormatError) -> Int {
        guard size <= rest.count else { throw .cutShort }
        let number = try reader.requireNumber(size, at: rest.lowerBound, .bigEndian)
        guard number >= 0 else { throw .malformed("a number is too large") }
        rest = rest.dropFirst(size)
        return number
    }

    /// Reads bytes.
    /// - Throws: ``ImageFormatError/malformed(_:)`` past the end.
    mutating func bytes(_ count: Int) throws(ImageFormatError) -> Data {
        guard count <= rest.count, let bytes = reader.bytes(in: rest.prefix(count)) else { throw .cutShort }
        rest = rest.dropFirst(count)
        return bytes
    }
}

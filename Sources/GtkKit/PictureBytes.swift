import Foundation

/// Numbers in encoded bytes, by their distance from the beginning. Reading past the end throws.
nonisolated struct PictureBytes {
    enum Order {
        case bigEndian, littleEndian
    }

    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    var count: Int { data.count }

    subscript(position: Int) -> Int {
        get throws(PictureError) {
            guard position >= 0, position < data.count else { throw .undecodable("it was cut") }
            return Int(data[data.startIndex + position])
        }
    }

    /// A part of the bytes; what of it is not there is left out.
    func data(_ range: Range<Int>) -> Data { data[offset: range] }

    /// A whole number of one to eight bytes.
    func number(_ size: Int, at position: Int, _ order: Order) throws(PictureError) -> Int {
        var number = 0
        for index in 0..<size {
            let byte = try self[order == .bigEndian ? position + index : position + size - 1 - index]
            number = number << 8 | byte
        }
        return number
    }

    /// How often two bytes follow each other behind a position; so many are enough.
    func count(of pair: [UInt8], from start: Int, upTo limit: Int) -> Int {
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var (count, position) = (0, start)
            while count < limit, position < bytes.count,
                let found = memchr(base + position, Int32(pair[0]), bytes.count - position)
            {
                position = UnsafeRawPointer(found) - base + 1
                if position < bytes.count, bytes[position] == pair[1] { count += 1 }
            }
            return count
        }
    }

    func has(_ expected: [UInt8], at position: Int) -> Bool {
        guard position >= 0, position + expected.count <= data.count else { return false }
        let start = data.startIndex + position
        return data[start..<start + expected.count].elementsEqual(expected)
    }

    func has(_ text: StaticString, at position: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= data.count else { return false }
        let start = data.startIndex + position
        return text.withUTF8Buffer { data[start..<start + $0.count].elementsEqual($0) }
    }
}

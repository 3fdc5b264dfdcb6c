import Foundation

/// Unpacks zlib data, such as the profile in a PNG, up to a limit.
///
/// This target imports no zlib library, and only needs to unpack a few kilobytes.
struct Inflation {
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
        4_097,
        6_145, 8_193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]
    /// The order in which the code length codes are stored.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let endOfBlock = 256

    private var bits: BitReader
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ data: Data, limit: Int) {
        // Two bytes specify the method and the window.
        bits = BitReader(data.dropFirst(2))
        self.limit = limit
    }

    /// Returns the unpacked data. The checksum after the data isn't verified.
    /// - Throws: ``ImageFormatError/malformed(_:)`` if the data can't be unpacked or exceeds the limit.
    static func unpack(_ data: Data, limit: Int) throws(ImageFormatError) -> Data {
        var inflation = Inflation(data, limit: limit)
        while try inflation.unpackBlock() {}
        return Data(inflation.output)
    }

    /// Unpacks a block. Returns whether more blocks follow.
    private mutating func unpackBlock() throws(ImageFormatError) -> Bool {
        let isLast = try bits.read(1) == 1
        switch try bits.read(2) {
        case 0: try copyBlock()
        case 1:
            let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            try unpack(HuffmanCode(lengths: lengths), HuffmanCode(lengths: Array(repeating: 5, count: 30)))
        case 2:
            let (literals, distances) = try readCodes()
            try unpack(literals, distances)
        default: throw .malformed("packed data is invalid")
        }
        return !isLast
    }

    private mutating func copyBlock() throws(ImageFormatError) {
        bits.skipToByte()
        let count = try bits.read(16)
        guard try bits.read(16) == count ^ 0xFFFF else { throw .malformed("packed data is invalid") }
        for _ in 0..<count { try append(UInt8(truncatingIfNeeded: bits.read(8))) }
    }

    private mutating func readCodes() throws(ImageFormatError) -> (HuffmanCode, HuffmanCode) {
        let (literalCount, distanceCount) = (try bits.read(5) + 257, try bits.read(5) + 1)
        var lengths = Array(repeating: 0, count: 19)
        for index in 0..<(try bits.read(4) + 4) { lengths[Self.lengthOrder[index]] = try bits.read(3) }
        let lengthCode = HuffmanCode(lengths: lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            let symbol = try lengthCode.read(&bits)
            switch symbol {
            case 0...15: all.append(symbol)
            case 16:
                guard let last = all.last else { throw .malformed("packed data is invalid") }
                all += Array(repeating: last, count: 3 + (try bits.read(2)))
            case 17: all += Array(repeating: 0, count: 3 + (try bits.read(3)))
            default: all += Array(repeating: 0, count: 11 + (try bits.read(7)))
            }
        }
        guard all.count == literalCount + distanceCount else { throw .malformed("packed data is invalid") }
        return (
            HuffmanCode(lengths: Array(all.prefix(literalCount))),
            HuffmanCode(lengths: Array(all.dropFirst(literalCount)))
        )
    }

    private mutating func unpack(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(ImageFormatError) {
        while true {
            let symbol = try literals.read(&bits)
            if symbol < Self.endOfBlock {
                try append(UInt8(truncatingIfNeeded: symbol))
                continue
            }
            if symbol == Self.endOfBlock { return }
            let index = symbol - Self.endOfBlock - 1
            guard Self.lengthBases.indices.contains(index) else { throw .malformed("packed data is invalid") }
            let length = Self.lengthBases[index] + (try bits.read(Self.lengthBits[index]))
            let number = try distances.read(&bits)
            guard Self.distanceBases.indices.contains(number) else { throw .malformed("packed data is invalid") }
            let distance = Self.distanceBases[number] + (try bits.read(Self.distanceBits[number]))
            guard distance <= output.count else { throw .malformed("packed data is invalid") }
            for _ in 0..<length { try append(output[output.count - distance]) }
        }
    }

    private mutating func append(_ byte: UInt8) throws(ImageFormatError) {
        guard output.count < limit else { throw .malformed("packed data is too large") }
        output.append(byte)
    }
}

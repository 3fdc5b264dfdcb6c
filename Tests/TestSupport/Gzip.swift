public import Foundation

/// Makes gzip data without a library.
public enum Gzip {
    /// Returns the data uncompressed in gzip's framing.
    public static func stored(_ data: Data) -> Data {
        var packed = header
        let blocks = stride(from: 0, to: max(data.count, 1), by: 65_535)
        for start in blocks {
            let block = data.dropFirst(start).prefix(65_535)
            packed.append(start + 65_535 >= data.count ? 1 : 0)
            packed.append(littleEndian: UInt16(block.count))
            packed.append(littleEndian: ~UInt16(block.count))
            packed.append(block)
        }
        packed.append(littleEndian: CRC32.of(data))
        packed.append(littleEndian: UInt32(truncatingIfNeeded: data.count))
        return packed
    }

    /// Returns zeros, compressed to a 159th of their size or less. The checksum is wrong, which shows only after
    /// unpacking.
    public static func bomb(unpackedBytes count: Int) -> Data {
        var bits = BitWriter()
        bits.write(0b1, count: 1)
        bits.write(0b10, count: 2)
        let repeats = (count - 1) / 258
        for _ in 0..<(count - repeats * 258) { bits.write(0b0011_0000, count: 8) }
        for _ in 0..<repeats { bits.write(0b1100_0101_00000, count: 13) }
        bits.write(0, count: 7)
        return header + bits.data + Data(count: 8)
    }

    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])

    /// Writes codes from their highest bit into bytes from their lowest.
    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var used = 8

        var data: Data { Data(bytes) }

        mutating func write(_ code: Int, count: Int) {
            for index in (0..<count).reversed() {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                bytes[bytes.count - 1] |= UInt8(code >> index & 1) << used
                used += 1
            }
        }
    }
}

extension Data {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}

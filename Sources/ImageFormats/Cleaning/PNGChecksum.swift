/// The checksum of a PNG chunk.
enum PNGChecksum {
    private static let table = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { checksum, byte in
            checksum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)]
        }
    }
}

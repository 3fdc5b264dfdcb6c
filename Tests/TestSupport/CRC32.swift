public import Foundation

/// The checksum of gzip and of a PNG's chunks.
public enum CRC32 {
    /// Returns the checksum of the bytes.
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
                value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }

    /// Returns the four bytes that end a PNG's chunk.
    public static func bytes(of data: Data) -> [UInt8] {
        let checksum = of(data)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}

/// Packs data in zlib format without compression, because a few kilobytes aren't worth a compressor.
enum Deflation {
    private static let maximumBlock = 65_535

    /// Returns zlib data of stored blocks.
    static func store(_ data: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: max(1, data.count), by: maximumBlock) {
            let block = data[start..<min(data.count, start + maximumBlock)]
            packed.append(block.endIndex == data.count ? 1 : 0)
            packed.append(block.count, 2, .littleEndian)
            packed.append(block.count ^ 0xFFFF, 2, .littleEndian)
            packed += block
        }
        packed.append(number: adler32(data))
        return packed
    }

    private static func adler32(_ data: [UInt8]) -> Int {
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}

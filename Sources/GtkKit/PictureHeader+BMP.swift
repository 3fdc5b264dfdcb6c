nonisolated extension PictureHeader {
    /// From the first form to the fifth.
    private static let headerLengths = 12...124

    static func bmp(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let length = try bytes.number(4, at: 14, .littleEndian)
        guard headerLengths.contains(length) else { throw .undecodable("a header of no known form") }
        let isOld = length == 12
        let size = isOld ? 2 : 4
        let width = try bytes.number(size, at: 18, .littleEndian)
        // What is stored from the top has a negative height.
        let stored = try bytes.number(size, at: 18 + size, .littleEndian)
        let height = isOld ? stored : abs(Int(Int32(truncatingIfNeeded: stored)))
        let bits = try bytes.number(2, at: isOld ? 24 : 28, .littleEndian)
        // Packed runs may leave pixels out, so that they are decoded with alpha.
        let isPacked = isOld ? false : (1...2).contains(try bytes.number(4, at: 30, .littleEndian))
        let pixels = min(PictureSize(width: width, height: height).pixels, refusedBytes)
        return PictureHeader(
            format: .bmp, width: width, height: height, channels: bits == 32 ? 4 : bits > 8 ? 3 : 1,
            bitDepth: min(bits, 8), hasAlpha: bits == 32, wholeBytes: pixels * (bits == 32 || isPacked ? 4 : 3),
            rowBytes: 4)
    }
}

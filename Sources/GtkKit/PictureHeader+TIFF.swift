nonisolated extension PictureHeader {
    static func tiff(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let directory = try PictureDirectory(bytes, at: 0)
        guard let width = directory[256], let height = directory[257] else { throw .undecodable("no size in it") }
        let channels = directory[277] ?? 1
        let bitDepth = directory[258] ?? 1
        try check(channels: channels, bitDepth: bitDepth)
        // One strip or tile is unpacked at a time, which may be all of it.
        let rows = directory[323] ?? min(height, directory[278] ?? height)
        let rowBits = (directory[322] ?? width) * channels * bitDepth
        let stripBits = min(PictureSize(width: rowBits, height: rows).pixels, refusedBytes)
        let pixels = min(PictureSize(width: width, height: height).pixels, refusedBytes)
        return PictureHeader(
            format: .tiff, width: width, height: height,
            orientation: directory[274].flatMap(PictureOrientation.init(rawValue:)) ?? .topLeft, channels: channels,
            bitDepth: bitDepth, hasAlpha: directory[338] != nil,
            wholeBytes: pixels * 4 + stripBits / 8 + bytes.count)
    }
}

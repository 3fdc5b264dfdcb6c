nonisolated extension PictureHeader {
    /// The tag of a TIFF's ICC profile.
    static let profileTag = 34675
    private static let jpegCompression = 7
    /// The most that libtiff lets libjpeg take, with what it takes anyway.
    private static let jpegBytes = 12 << 20

    static func tiff(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let directory = try PictureDirectory(bytes, at: 0, maximumEntries: .max)
        guard let width = try directory.number(256), let height = try directory.number(257) else {
            throw .undecodable("no size in it")
        }
        let channels = try directory.number(277) ?? 1
        let bitDepth = try directory.number(258) ?? 1
        try check(channels: channels, bitDepth: bitDepth)
        let isTiled = directory.has(322) || directory.has(323)
        // One strip or tile is unpacked at a time, which may be all of it, and its rows are drawn.
        let stripWidth = isTiled ? try directory.number(322) ?? width : width
        let rows = max(1, try directory.number(isTiled ? 323 : 278) ?? height)
        guard stripWidth < 1 << 31, width < 1 << 31, height < 1 << 31 else {
            throw .undecodable("its size is not one")
        }
        let stripBytes = limited((stripWidth * channels * bitDepth + 7) / 8, rows)
        let drawnBytes = limited(width * 4, min(rows, height))
        let stripCount = limited(
            (height + rows - 1) / rows, isTiled ? (width + stripWidth - 1) / max(1, stripWidth) : 1)
        let codecBytes = try directory.number(259) == jpegCompression ? jpegBytes : 0
        let profile = directory.place(profileTag)?.count ?? 0
        return PictureHeader(
            format: .tiff, width: width, height: height, orientation: PictureOrientation(directory),
            channels: channels, bitDepth: bitDepth, hasAlpha: directory.has(338),
            wholeBytes: stripBytes + drawnBytes + stripCount * channels * 16 + codecBytes + bytes.count
                + PictureProfile.convertingBytes(profile))
    }

    /// A product, where it is not more than is ever decoded.
    private static func limited(_ one: Int, _ other: Int) -> Int {
        min(PictureSize(width: one, height: other).pixels, refusedBytes)
    }
}

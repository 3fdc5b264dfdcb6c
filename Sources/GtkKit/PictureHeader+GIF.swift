nonisolated extension PictureHeader {
    /// The first frame is read too: it may be larger than the screen it is drawn on.
    static func gif(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        let width = try bytes.number(2, at: 6, .littleEndian)
        let height = try bytes.number(2, at: 8, .littleEndian)
        let flags = try bytes[10]
        let (position, isReverted) = try firstFrame(ofGIF: bytes)
        let frame =
            try bytes.number(2, at: position + 5, .littleEndian) * bytes.number(2, at: position + 7, .littleEndian)
        let drawing = width * height * 4 + frame * (isReverted ? 5 : 1) + bytes.count * 2
        return PictureHeader(
            format: .gif, width: width, height: height, isProgressive: try bytes[position + 9] & 0x40 != 0,
            channels: 1, bitDepth: flags & 7 + 1, hasAlpha: true,
            wholeBytes: frame <= PictureDecoder.maximumPixels ? drawing : refusedBytes)
    }

    /// The position of the first frame, and whether what is under it comes back after it.
    static func firstFrame(ofGIF bytes: PictureBytes) throws(PictureError) -> (position: Int, isReverted: Bool) {
        let flags = try bytes[10]
        var position = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
        var isReverted = false
        while try bytes[position] == 0x21 {
            if try bytes[position + 1] == 0xF9 { isReverted = try bytes[position + 3] >> 2 & 7 == 3 }
            position = try afterBlocks(bytes, from: position + 2)
        }
        guard try bytes[position] == 0x2C else { throw .undecodable("no picture in it") }
        return (position, isReverted)
    }

    /// The position behind blocks that each begin with their length, the last being 0.
    static func afterBlocks(_ bytes: PictureBytes, from start: Int) throws(PictureError) -> Int {
        var position = start
        while try bytes[position] != 0 { position += 1 + (try bytes[position]) }
        return position + 1
    }
}

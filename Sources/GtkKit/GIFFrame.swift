/// The first frame of a GIF, which is what a still shows of it.
nonisolated struct GIFFrame {
    /// Where it lies on the screen that it is drawn on, in pixels.
    let x: Int
    let y: Int
    let size: PictureSize
    let isInterlaced: Bool
    /// The colours' places in the bytes, each red, green and blue.
    let colours: Range<Int>
    /// The number of the colour that is none, where there is one.
    let transparentColour: Int?
    /// Where its data begins: a byte that says how long the first codes are, and blocks.
    let dataPosition: Int

    /// - Throws: ``PictureError/undecodable(_:)`` where there is none, or where it has no pixels.
    init(firstOf bytes: PictureBytes) throws(PictureError) {
        let screenFlags = try bytes[10]
        var colours = 13..<13
        if screenFlags & 0x80 != 0 { colours = 13..<13 + Self.coloursLength(screenFlags) }
        var position = colours.upperBound
        var transparentColour: Int?
        while try bytes[position] == 0x21 {
            if try bytes[position + 1] == 0xF9, try bytes[position + 2] >= 4 {
                transparentColour = try bytes[position + 3] & 1 == 1 ? try bytes[position + 6] : nil
            }
            position = try Self.afterBlocks(bytes, from: position + 2)
        }
        guard try bytes[position] == 0x2C else { throw .undecodable("no picture in it") }
        x = try bytes.number(2, at: position + 1, .littleEndian)
        y = try bytes.number(2, at: position + 3, .littleEndian)
        size = PictureSize(
            width: try bytes.number(2, at: position + 5, .littleEndian),
            height: try bytes.number(2, at: position + 7, .littleEndian))
        guard size.pixels > 0 else { throw .undecodable("a frame without pixels") }
        let flags = try bytes[position + 9]
        isInterlaced = flags & 0x40 != 0
        position += 10
        if flags & 0x80 != 0 { colours = position..<position + Self.coloursLength(flags) }
        guard !colours.isEmpty, colours.upperBound <= bytes.count else { throw .undecodable("it has no colours") }
        self.colours = colours
        self.transparentColour = transparentColour
        dataPosition = flags & 0x80 != 0 ? colours.upperBound : position
    }

    /// Whether the end that the format marks is there, behind all frames.
    func isFollowedByEnd(_ bytes: PictureBytes) throws(PictureError) -> Bool {
        var position = try Self.afterBlocks(bytes, from: dataPosition + 1)
        while true {
            switch try bytes[position] {
            case 0x3B: return true
            case 0x21: position = try Self.afterBlocks(bytes, from: position + 2)
            case 0x2C:
                let flags = try bytes[position + 9]
                let colours = flags & 0x80 != 0 ? Self.coloursLength(flags) : 0
                position = try Self.afterBlocks(bytes, from: position + 11 + colours)
            default: position += 1
            }
        }
    }

    private static func coloursLength(_ flags: Int) -> Int { 3 << (flags & 7 + 1) }

    /// The position behind blocks that each begin with their length, the last being 0.
    private static func afterBlocks(_ bytes: PictureBytes, from start: Int) throws(PictureError) -> Int {
        var position = start
        while true {
            let length = try bytes[position]
            guard length > 0 else { return position + 1 }
            position += 1 + length
        }
    }
}

/// Cleans a GIF: keeps colours, frames, timing and repetitions.
enum GIFCleaning {
    private static let (graphicControl, application) = (0xF9, 0xFF)
    private static let loops: StaticString = "\u{B}NETSCAPE2.0\u{3}\u{1}"

    static func pieces(_ reader: ByteReader) throws(ImageFormatError) -> ImagePieces {
        guard let screen = GIFColours.screenTable(reader), screen.upperBound <= reader.count else { throw .cutShort }
        var pieces = ImagePieces()
        try pieces.keep(0..<screen.upperBound)
        var hasLoops = false
        var hasFrame = false
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock:
                let kind = try reader.requireByte(at: position + 1)
                if kind == graphicControl {
                    guard reader.byte(at: position + 2) == 4, reader.byte(at: position + 7) == 0 else {
                        throw .uncleanable("a block has a length that it can't have")
                    }
                    try pieces.keep(position..<position + 8)
                } else if kind == application, !hasLoops, reader.has(loops, at: position + 2) {
                    hasLoops = true
                    try pieces.add([0x21, 0xFF])
                    try pieces.keep(position + 2..<position + 18)
                    try pieces.add([0])
                }
            case .frame:
                hasFrame = true
                let end = blocks.passData()
                guard end <= reader.count else { throw .cutShort }
                try pieces.keep(position..<end)
            case .end: break
            }
        }
        guard blocks.ending == .endOfImage, hasFrame else { throw .cutShort }
        try pieces.add([UInt8(GIFBlocks.Kind.end.rawValue)])
        return pieces
    }
}

package struct GIFFrame: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let size: PixelSize
    package let isInterlaced: Bool
    /// The range of the colour table, with red, green and blue for each colour.
    package let colours: Range<Int>
    package let transparentColour: Int?
    /// The offset of the data: a byte with the initial code size, then parts that begin with their length.
    package let dataPosition: Int

    /// Reads the first frame, which a still shows.
    package init(firstOf reader: ByteReader) throws(ImageFormatError) {
        var control = GIFControl()
        var blocks = GIFBlocks(reader, skippingGaps: false)
        var frame: Int?
        while frame == nil, let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock: control = GIFControl(reader, at: position) ?? control
            case .frame: frame = position
            case .end: break
            }
        }
        if blocks.ending == .cutShort { throw .cutShort }
        guard let frame else { throw .malformed("the file contains no image") }
        try self.init(reader, at: frame, transparentColour: control.transparentColour)
    }

    /// Reads the frame at an offset.
    init(_ reader: ByteReader, at frame: Int, transparentColour: Int?) throws(ImageFormatError) {
        guard let screenTable = GIFColours.screenTable(reader),
            let frameTable = GIFColours.frameTable(reader, ofFrameAt: frame)
        else { throw .malformed("the file contains no image") }
        x = try reader.requireNumber(2, at: frame + 1, .littleEndian)
        y = try reader.requireNumber(2, at: frame + 3, .littleEndian)
        size = try reader.requireSize(2, at: frame + 5, .littleEndian)
        guard size.pixelCount > 0 else { throw .malformed("the frame has no pixels") }
        isInterlaced = try reader.requireByte(at: frame + 9) & 0x40 != 0
        colours = frameTable.isEmpty ? screenTable : frameTable
        guard !colours.isEmpty, colours.upperBound <= reader.count else { throw .malformed("it has no colours") }
        self.transparentColour = transparentColour
        dataPosition = frameTable.upperBound
    }
}

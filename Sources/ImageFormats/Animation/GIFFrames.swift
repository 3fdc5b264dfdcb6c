/// The frames of a GIF, with how they follow each other.
struct GIFFrames {
    private static let (graphicControl, application) = (0xF9, 0xFF)
    private static let loops: StaticString = "\u{B}NETSCAPE2.0\u{3}\u{1}"

    private let reader: ByteReader
    private var blocks: GIFBlocks
    /// How often the frames are repeated, as far as they have been walked through; `nil` without an end.
    private(set) var repetitions: Int? = 0

    init(_ reader: ByteReader) {
        self.reader = reader
        blocks = GIFBlocks(reader, skippingGaps: false)
    }

    /// Returns the next frame that is whole and has pixels.
    mutating func next() -> AnimationFrame? {
        var control = GIFControl()
        while let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock:
                switch reader.byte(at: position + 1) {
                case Self.graphicControl: control = GIFControl(reader, at: position) ?? control
                case Self.application where reader.has(Self.loops, at: position + 2):
                    guard let count = reader.number(2, at: position + 16, .littleEndian) else { return nil }
                    repetitions = count == 0 ? nil : count
                default: break
                }
            case .frame:
                guard blocks.endOfData <= reader.count else { return nil }
                do throws(ImageFormatError) {
                    let frame = try GIFFrame(reader, at: position, transparentColour: control.transparentColour)
                    return AnimationFrame(
                        pixels: .gif(frame), milliseconds: control.hundredths * 10, disposal: control.disposal,
                        blends: true)
                } catch {
                    // The animation ends before a frame that can't be drawn.
                    return nil
                }
            case .end: return nil
            }
        }
        return nil
    }
}

/// What a GIF says about the frame that follows.
struct GIFControl {
    private(set) var transparentColour: Int?
    private(set) var hundredths = 0
    private(set) var disposal = AnimationFrame.Disposal.keep

    init() {}

    /// Returns `nil` if the block is too short.
    init?(_ reader: ByteReader, at position: Int) {
        guard let length = reader.byte(at: position + 2), length >= 4, let flags = reader.byte(at: position + 3),
            let hundredths = reader.number(2, at: position + 4, .littleEndian),
            let colour = reader.byte(at: position + 6)
        else { return nil }
        transparentColour = flags & 1 == 1 ? colour : nil
        self.hundredths = hundredths
        // Decoders take the number 4, which some programs write, for 3.
        disposal =
            switch flags >> 2 & 7 {
            case 2: .clear
            case 3, 4: .restore
            default: .keep
            }
    }
}

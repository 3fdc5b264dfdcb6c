/// The frames of a GIF and their order and timing.
struct GIFFrames {
    private static let application = 0xFF
    private static let loops: StaticString = "\u{B}NETSCAPE2.0\u{3}\u{1}"

    private let reader: ByteReader
    private var blocks: GIFBlocks
    /// The number of repetitions, as read so far; `nil` for an endless animation.
    private(set) var repetitions: Int? = 0
    /// The offset after the last frame.
    private(set) var position: Int

    /// - Parameter start: The offset of the first frame or its control data; `nil` for the image's first frame.
    init(_ reader: ByteReader, from start: Int? = nil) {
        self.reader = reader
        blocks = GIFBlocks(reader, from: start, skippingGaps: false)
        position = blocks.passData()
    }

    /// Returns the next complete frame that has pixels.
    mutating func next() -> AnimationFrame? {
        var control = GIFControl()
        while let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock:
                control = GIFControl(reader, at: position) ?? control
                guard reader.byte(at: position + 1) == Self.application, reader.has(Self.loops, at: position + 2)
                else { continue }
                guard let count = reader.number(2, at: position + 16, .littleEndian) else { return nil }
                repetitions = count == 0 ? nil : count
            case .frame:
                self.position = blocks.passData()
                guard self.position <= reader.count else { return nil }
                do throws(ImageFormatError) {
                    let frame = try GIFFrame(reader, at: position, transparentColour: control.transparentColour)
                    return AnimationFrame(
                        pixels: .gif(frame), milliseconds: control.hundredths * 10,
                        disposal: AnimationFrame.Disposal(control.disposal), blends: true)
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

extension AnimationFrame.Disposal {
    /// - Parameter number: The number in the GIF.
    fileprivate init(_ number: Int) {
        // Decoders treat 4, which some programs write, as 3.
        self =
            switch number {
            case 2: .clear
            case 3, 4: .restore
            default: .keep
            }
    }
}

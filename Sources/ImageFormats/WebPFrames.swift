/// The frames of an animated WebP and their order and timing.
struct WebPFrames: FrameWalker {
    private let reader: ByteReader
    private let canvas: PixelSize
    private var chunks: RIFFChunks
    /// The number of repetitions; 0 until it has been read, and `nil` for an endless animation.
    private(set) var repetitions: Int? = 0
    /// Whether the number of repetitions has been read. libwebp ignores further ones.
    private var hasRepetitions = false

    /// Returns `nil` for a still.
    /// - Parameter start: The offset of the first frame's chunk; `nil` for the image's first frame.
    init?(_ reader: ByteReader, from start: Int? = nil) {
        guard reader.name(at: RIFFChunks.start) == RIFFChunks.extended, let flags = reader.byte(at: 20),
            flags & 0x02 != 0, let width = reader.number(3, at: 24, .littleEndian),
            let height = reader.number(3, at: 27, .littleEndian)
        else { return nil }
        self.reader = reader
        canvas = PixelSize(width: width + 1, height: height + 1)
        chunks = RIFFChunks(reader, in: start.map { min($0, reader.count)..<reader.count })
    }

    var position: Int { chunks.position }

    mutating func next() -> AnimationFrame? {
        while let chunk = chunks.next() {
            let start = chunk.content.lowerBound
            switch chunk.name {
            case RIFFChunks.animation where !hasRepetitions:
                hasRepetitions = true
                guard let count = reader.number(2, at: start + 4, .littleEndian) else { return nil }
                repetitions = count == 0 ? nil : count - 1
            case RIFFChunks.frame:
                do throws(ImageFormatError) {
                    let frame = try WebPFrame(reader, in: chunk.content, on: canvas)
                    let milliseconds = try reader.requireNumber(3, at: start + 12, .littleEndian)
                    let flags = try reader.requireByte(at: start + 15)
                    return AnimationFrame(
                        frame, milliseconds: milliseconds, disposal: flags & 1 != 0 ? .clear : .keep,
                        blends: flags & 2 == 0)
                } catch {
                    // The animation ends before a frame that can't be drawn.
                    return nil
                }
            default: continue
            }
        }
        return nil
    }
}

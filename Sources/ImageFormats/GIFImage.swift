import Foundation

/// A GIF: its size and coding, and its first frame.
struct GIFImage: AnimatedFormatReader {
    let image: ImageHeader
    /// The first frame, which may be larger than the screen.
    private let frame: GIFFrame

    init(_ reader: ByteReader, _ format: ImageFormat = .gif) throws(ImageFormatError) {
        let size = try reader.requireSize(2, at: 6, .littleEndian)
        let flags = try reader.requireByte(at: 10)
        frame = try GIFFrame(firstOf: reader)
        var image = try ImageHeader(
            format: .gif, size: size, isProgressive: frame.isInterlaced, channels: 1, bitDepth: flags & 7 + 1,
            hasAlpha: true)
        image.isGrey = false
        self.image = image
    }

    var profileByteCount: Int { 0 }

    /// The first frame uses one byte per pixel, and a row uses four.
    func plan(byteCount: Int) -> DecodePlan {
        let pixelCount = frame.size.pixelCount
        return DecodePlan(
            image, .gif(frame),
            DecodingCost(
                whole: pixelCount <= DecodePlan.maximumPixels ? pixelCount : DecodingCost.refused, perRowPixel: 4))
    }

    static func frames(_ reader: ByteReader, from start: Int?) -> (any FrameWalker)? { GIFFrames(reader, from: start) }

    static func isWhole(_ data: Data) -> Bool { data.last.map(Int.init) == GIFBlocks.Kind.end.rawValue }

    static func hasEnd(_ reader: ByteReader) -> Bool {
        var blocks = GIFBlocks(reader, skippingGaps: true)
        while blocks.next() != nil {}
        return blocks.ending == .endOfImage
    }

    static func profile(_ reader: ByteReader) -> ImageProfile? { nil }
}

/// The frames of a GIF and their order and timing.
struct GIFFrames: FrameWalker {
    private let reader: ByteReader
    private var blocks: GIFBlocks
    /// The number of repetitions, as read so far; `nil` for an endless animation.
    private(set) var repetitions: Int? = 0
    private(set) var position: Int

    /// - Parameter start: The offset of the first frame or its control data; `nil` for the image's first frame.
    init(_ reader: ByteReader, from start: Int? = nil) {
        self.reader = reader
        blocks = GIFBlocks(reader, from: start, skippingGaps: false)
        position = blocks.passData()
    }

    mutating func next() -> AnimationFrame? {
        var control = GIFControl()
        while let block = blocks.next() {
            let position = block.position
            switch block.kind {
            case .extensionBlock:
                control = GIFControl(reader, at: position) ?? control
                guard GIFBlocks.hasLoops(reader, at: position) else { continue }
                guard let count = reader.number(2, at: position + 16, .littleEndian) else { return nil }
                repetitions = count == 0 ? nil : count
            case .frame:
                self.position = blocks.passData()
                guard self.position <= reader.count else { return nil }
                do throws(ImageFormatError) {
                    let frame = try GIFFrame(reader, at: position, transparentColour: control.transparentColour)
                    return AnimationFrame(
                        frame, milliseconds: control.hundredths * 10,
                        disposal: AnimationFrame.Disposal(control.disposal))
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

struct GIFControl {
    private static let label = 0xF9

    private(set) var transparentColour: Int?
    /// The display time of the frame, in hundredths of a second.
    private(set) var hundredths = 0
    /// The number of the disposal method.
    private(set) var disposal = 0

    init() {}

    /// Reads an extension.
    /// - Parameter position: The offset of the block.
    /// - Returns: `nil` if the block is another extension or too short.
    init?(_ reader: ByteReader, at position: Int) {
        guard reader.byte(at: position + 1) == Self.label, let length = reader.byte(at: position + 2), length >= 4,
            let flags = reader.byte(at: position + 3),
            let hundredths = reader.number(2, at: position + 4, .littleEndian),
            let colour = reader.byte(at: position + 6)
        else { return nil }
        transparentColour = flags & 1 == 1 ? colour : nil
        self.hundredths = hundredths
        disposal = flags >> 2 & 7
    }
}

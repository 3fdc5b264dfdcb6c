import Foundation

/// A GIF: its size and coding, and its first frame.
struct GIFImage: AnimatedFormatReader {
    let image: ImageHeader
    /// The first frame, which may be larger than the screen.
    private let frame: GIFFrame

    init(_ reader: ByteReader, _ format: ImageFormat = .gif) throws(ImageFormatError) {
        let width = try reader.requireNumber(2, at: 6, .littleEndian)
        let height = try reader.requireNumber(2, at: 8, .littleEndian)
        let flags = try reader.requireByte(at: 10)
        frame = try GIFFrame(firstOf: reader)
        image = try ImageHeader(
            format: .gif, size: PixelSize(width: width, height: height), isProgressive: frame.isInterlaced, channels: 1,
            bitDepth: flags & 7 + 1, hasAlpha: true)
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

package struct GIFFrame: Hashable, Sendable {
    /// The offset from the screen's left, in pixels.
    package let x: Int
    /// The offset from the screen's top, in pixels.
    package let y: Int
    package let size: PixelSize
    package let isInterlaced: Bool
    /// The range of the colour table, with red, green and blue for each colour.
    package let colours: Range<Int>
    /// The number of the transparent colour.
    package let transparentColour: Int?
    /// The offset of the data: a byte with the initial code size, then parts that begin with their length.
    package let dataPosition: Int

    /// Reads the first frame, which a still shows.
    /// - Throws: ``ImageFormatError/malformed(_:)`` if no frame has pixels.
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
    /// - Throws: ``ImageFormatError/malformed(_:)`` if the frame has no pixels or no colours.
    init(_ reader: ByteReader, at frame: Int, transparentColour: Int?) throws(ImageFormatError) {
        guard let screenTable = GIFColours.screenTable(reader),
            let frameTable = GIFColours.frameTable(reader, ofFrameAt: frame)
        else { throw .malformed("the file contains no image") }
        x = try reader.requireNumber(2, at: frame + 1, .littleEndian)
        y = try reader.requireNumber(2, at: frame + 3, .littleEndian)
        size = PixelSize(
            width: try reader.requireNumber(2, at: frame + 5, .littleEndian),
            height: try reader.requireNumber(2, at: frame + 7, .littleEndian))
        guard size.pixelCount > 0 else { throw .malformed("the frame has no pixels") }
        isInterlaced = try reader.requireByte(at: frame + 9) & 0x40 != 0
        colours = frameTable.isEmpty ? screenTable : frameTable
        guard !colours.isEmpty, colours.upperBound <= reader.count else { throw .malformed("there are no colours") }
        self.transparentColour = transparentColour
        dataPosition = frameTable.upperBound
    }
}

/// The frames of a GIF and their order and timing.
struct GIFFrames: FrameWalker {
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

    /// The number of the transparent colour.
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

/// The blocks of a GIF: extensions and frames, up to its end.
package struct GIFBlocks: Sequence, IteratorProtocol {
    package enum Kind: Int {
        case extensionBlock = 0x21
        case frame = 0x2C
        case end = 0x3B
    }

    package struct Block {
        package let kind: Kind
        /// The offset of the block's first byte, which defines its kind.
        package let position: Int
    }

    package enum Ending {
        case endOfImage, malformed, cutShort
    }

    private static let loops: StaticString = "\u{B}NETSCAPE2.0\u{3}\u{1}"

    package private(set) var ending: Ending?
    private let reader: ByteReader
    private let skipsGaps: Bool
    /// The offset of the next block or of the data before it.
    private var position: Int
    private var isInData = false

    /// - Parameters:
    ///   - start: The offset of the first block; `nil` for the image's first block.
    ///   - skipsGaps: Whether to skip bytes that aren't a block, as decoders do, or to end there.
    package init(_ reader: ByteReader, from start: Int? = nil, skippingGaps skipsGaps: Bool) {
        self.reader = reader
        self.skipsGaps = skipsGaps
        position = start ?? GIFColours.screenTable(reader)?.upperBound ?? .max
    }

    /// Skips the last block's data.
    /// - Returns: The offset after the data. The offset is past the end of a truncated image.
    @discardableResult
    package mutating func passData() -> Int {
        if isInData { position = end(ofDataAt: position) }
        isInData = false
        return position
    }

    package mutating func next() -> Block? {
        guard ending == nil else { return nil }
        passData()
        while ending == nil {
            guard let byte = reader.byte(at: position) else {
                ending = .cutShort
                break
            }
            guard let kind = Kind(rawValue: byte) else {
                if skipsGaps { position += 1 } else { ending = .malformed }
                continue
            }
            let block = Block(kind: kind, position: position)
            switch kind {
            case .end: ending = .endOfImage
            case .extensionBlock: position += 2
            case .frame:
                guard let table = GIFColours.frameTable(reader, ofFrameAt: position) else {
                    ending = .cutShort
                    continue
                }
                // A byte with the code size precedes the data.
                position = table.upperBound + 1
            }
            isInData = true
            return block
        }
        return nil
    }

    /// Returns whether a block is the extension with the number of repetitions.
    package static func hasLoops(_ reader: ByteReader, at position: Int) -> Bool {
        reader.byte(at: position + 1) == 0xFF && reader.has(loops, at: position + 2)
    }

    /// Returns the offset after data. Each part begins with its length, and a length of 0 ends the data.
    private func end(ofDataAt start: Int) -> Int {
        var position = start
        while let length = reader.byte(at: position), length > 0 { position += 1 + length }
        return position + 1
    }
}

/// The colour tables of a GIF. A missing table is empty.
package enum GIFColours {
    /// Returns the range of the global colour table, or `nil` if the data ends before it.
    package static func screenTable(_ reader: ByteReader) -> Range<Int>? {
        reader.byte(at: 10).map { table(at: 13, $0) }
    }

    /// Returns the range of a frame's colour table, or `nil` if the data ends before it.
    static func frameTable(_ reader: ByteReader, ofFrameAt position: Int) -> Range<Int>? {
        reader.byte(at: position + 9).map { table(at: position + 10, $0) }
    }

    private static func table(at start: Int, _ flags: Int) -> Range<Int> {
        start..<start + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    }
}

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

    /// The most parts of blocks, and bytes between them. A part has at most 255 bytes, so large images have many.
    private static let maximumSteps = 8 * ByteReader.maximumParts
    private static let loops: StaticString = "\u{B}NETSCAPE2.0\u{3}\u{1}"

    package private(set) var ending: WalkEnding?
    private let reader: ByteReader
    private let skipsGaps: Bool
    private var position: Int
    private var isInData = false
    private var steps = 0

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
            steps += 1
            guard steps < Self.maximumSteps else {
                ending = .malformed
                break
            }
            guard let kind = Kind(rawValue: byte) else {
                // Programs write the zero that ends data twice.
                if skipsGaps || byte == 0 { position += 1 } else { ending = .malformed }
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
    private mutating func end(ofDataAt start: Int) -> Int {
        var position = start
        while steps < Self.maximumSteps, let length = reader.byte(at: position), length > 0 {
            position += 1 + length
            steps += 1
        }
        return position + 1
    }
}

/// The colour tables of a GIF. A missing table is empty.
package enum GIFColours {
    package static func screenTable(_ reader: ByteReader) -> Range<Int>? {
        reader.byte(at: 10).map { table(at: 13, $0) }
    }

    static func frameTable(_ reader: ByteReader, ofFrameAt position: Int) -> Range<Int>? {
        reader.byte(at: position + 9).map { table(at: position + 10, $0) }
    }

    private static func table(at start: Int, _ flags: Int) -> Range<Int> {
        start..<start + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    }
}

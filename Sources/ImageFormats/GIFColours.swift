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

/// The markers of a JPEG that have data, up to the first one behind which pixels begin.
nonisolated struct JPEGMarkers {
    struct Marker {
        let code: Int
        /// Without its length; of what was cut, further than the bytes go.
        let data: Range<Int>
    }

    private let bytes: PictureBytes
    private var position = 2

    init(_ bytes: PictureBytes) {
        self.bytes = bytes
    }

    /// - Returns: nil at the end of the picture.
    /// - Throws: ``PictureError/undecodable(_:)`` where the bytes end before.
    mutating func next() throws(PictureError) -> Marker? {
        while true {
            let code = try nextCode()
            switch code {
            case 0x01, 0xD0...0xD8: continue
            case 0xD9: return nil
            default: break
            }
            let length = try bytes.number(2, at: position, .bigEndian)
            guard length >= 2 else { throw .undecodable("a marker without length") }
            let data = position + 2..<position + length
            position += length
            return Marker(code: code, data: data)
        }
    }

    /// The next one, past what fills the place before it; the position goes behind it.
    private mutating func nextCode() throws(PictureError) -> Int {
        var (last, next) = (try bytes[position], try bytes[position + 1])
        while last != 0xFF || next == 0 || next == 0xFF {
            position += 1
            (last, next) = (next, try bytes[position + 1])
        }
        position += 2
        return next
    }
}

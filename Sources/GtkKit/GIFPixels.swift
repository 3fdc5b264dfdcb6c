/// Counts the pixels that a GIF's first frame has, drawing none: a decoder leaves out in silence what is missing where the
/// data ends properly.
nonisolated struct GIFPixels {
    /// The codes of the data that lead to pixels, and how many each.
    private var lengths = [Int32](repeating: 1, count: 4096)
    private let codeSize: Int
    private var next: Int
    private var size: Int
    private var previous: Int?
    private var count = 0

    private var clear: Int { 1 << codeSize }

    private init(codeSize: Int) {
        self.codeSize = codeSize
        next = (1 << codeSize) + 2
        size = codeSize + 1
    }

    /// Whether the first frame has as many pixels as it says.
    static func areThere(_ bytes: PictureBytes) throws(PictureError) -> Bool {
        let frame = try PictureHeader.firstFrame(ofGIF: bytes).position
        let expected = try bytes.number(2, at: frame + 5, .littleEndian) * bytes.number(2, at: frame + 7, .littleEndian)
        let flags = try bytes[frame + 9]
        var position = frame + 10 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
        let codeSize = try bytes[position]
        guard (1...11).contains(codeSize) else { return false }
        position += 1
        var pixels = GIFPixels(codeSize: codeSize)
        var (bits, bitCount) = (0, 0)
        while pixels.count < expected {
            let block = try bytes[position]
            guard block > 0 else { return false }
            for index in 1...block {
                bits |= try bytes[position + index] << bitCount
                bitCount += 8
                while bitCount >= pixels.size {
                    let code = bits & (1 << pixels.size - 1)
                    bits >>= pixels.size
                    bitCount -= pixels.size
                    guard pixels.take(code) else { return pixels.count >= expected }
                }
            }
            position += 1 + block
        }
        return true
    }

    /// - Returns: `false` at the end, and for a code that is none.
    private mutating func take(_ code: Int) -> Bool {
        guard code != clear else {
            (next, size, previous) = (clear + 2, codeSize + 1, nil)
            return true
        }
        guard code != clear + 1, code < next || code == next && previous != nil else { return false }
        if let previous, next < lengths.count {
            lengths[next] = lengths[previous] + 1
            next += 1
            if next == 1 << size, size < 12 { size += 1 }
        }
        count += Int(lengths[code])
        previous = code
        return true
    }
}

/// The coded picture of a still WebP, or of an animated one's first frame.
nonisolated struct WebPFrame {
    /// What libwebp is given: the whole still, or the frame's own chunks.
    let place: Range<Int>
    /// Where it lies on the canvas, in pixels.
    let x: Int
    let y: Int
    let size: PictureSize
    /// Whether it is as large as the canvas.
    let isWhole: Bool
    let isLossless: Bool
    let hasAlphaPlane: Bool

    /// - Throws: ``PictureError/undecodable(_:)`` where there is none, or where it is not on the canvas.
    init(firstOf bytes: PictureBytes) throws(PictureError) {
        guard bytes.has("VP8X", at: 12) else {
            let canvas = try Self.size(of: bytes, at: 12)
            self.init(0..<bytes.count, (0, 0), canvas, on: canvas, try Coding(bytes, in: 12..<bytes.count))
            return
        }
        let canvas = PictureSize(
            width: try bytes.number(3, at: 24, .littleEndian) + 1,
            height: try bytes.number(3, at: 27, .littleEndian) + 1)
        guard try bytes[20] & 0x02 != 0 else {
            self.init(0..<bytes.count, (0, 0), canvas, on: canvas, try Coding(bytes, in: 12..<bytes.count))
            return
        }
        var position = 12
        while !bytes.has("ANMF", at: position) { position += try Self.length(bytes, at: position) }
        let length = try bytes.number(4, at: position + 4, .littleEndian)
        let start = position + 8
        guard length > 16, start + length <= bytes.count else { throw .undecodable("a frame that was cut") }
        let place = start + 16..<start + length
        let x = try bytes.number(3, at: start, .littleEndian) * 2
        let y = try bytes.number(3, at: start + 3, .littleEndian) * 2
        let size = PictureSize(
            width: try bytes.number(3, at: start + 6, .littleEndian) + 1,
            height: try bytes.number(3, at: start + 9, .littleEndian) + 1)
        guard x + size.width <= canvas.width, y + size.height <= canvas.height else {
            throw .undecodable("a frame that is not on the canvas")
        }
        self.init(place, (x, y), size, on: canvas, try Coding(bytes, in: place))
    }

    private init(
        _ place: Range<Int>, _ position: (x: Int, y: Int), _ size: PictureSize, on canvas: PictureSize, _ coding: Coding
    ) {
        self.place = place
        (x, y) = position
        self.size = size
        isWhole = size == canvas
        (isLossless, hasAlphaPlane) = (coding.isLossless, coding.hasAlphaPlane)
    }

    /// How pixels are coded: what the chunks before them, and that of the pixels, are.
    private struct Coding {
        private(set) var isLossless = false
        /// Alpha beside lossy pixels counts wherever it stands, whether a flag says so or not.
        private(set) var hasAlphaPlane = false

        init(_ bytes: PictureBytes, in place: Range<Int>) throws(PictureError) {
            var position = place.lowerBound
            while position + 8 <= place.upperBound {
                if bytes.has("VP8L", at: position) { isLossless = true }
                if bytes.has("ALPH", at: position) { hasAlphaPlane = true }
                if isLossless || bytes.has("VP8 ", at: position) { return }
                position += try WebPFrame.length(bytes, at: position)
            }
        }
    }

    /// Of a chunk, with its name and length and what fills it up.
    static func length(_ bytes: PictureBytes, at position: Int) throws(PictureError) -> Int {
        let length = try bytes.number(4, at: position + 4, .littleEndian)
        return 8 + length + length % 2
    }

    /// What the chunk of the pixels says.
    private static func size(of bytes: PictureBytes, at position: Int) throws(PictureError) -> PictureSize {
        if bytes.has("VP8L", at: position) {
            let bits = try bytes.number(4, at: position + 9, .littleEndian)
            return PictureSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        guard bytes.has("VP8 ", at: position), bytes.has([0x9D, 0x01, 0x2A], at: position + 11) else {
            throw .undecodable("no size in it")
        }
        return PictureSize(
            width: try bytes.number(2, at: position + 14, .littleEndian) & 0x3FFF,
            height: try bytes.number(2, at: position + 16, .littleEndian) & 0x3FFF)
    }
}

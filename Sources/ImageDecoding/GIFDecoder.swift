import CImageDecoding
import Foundation
import ImageFormats

/// Decodes the frames of a GIF in linear time.
///
/// gdk-pixbuf isn't used, because it keeps every frame and its time grows with the square of the bytes.
enum GIFDecoder {
    /// - Returns: The visible part at its target size, not turned.
    static func decode(
        _ data: Data, _ frame: GIFFrame, _ fit: PictureFit, until deadline: PictureDeadline
    ) throws(PictureError) -> PicturePixels {
        let indices = try indices(data, frame, until: deadline)
        let pixels = try PicturePixels(fit.target)
        let screen = fit.stored
        var scaling = PictureScaling(fit, from: screen)
        guard let scaler = picture_scaler_new(&scaling, PICTURE_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { picture_scaler_free(scaler) }
        let rows = rows(of: frame)
        let colours = colours(of: frame, in: data)
        var row = [UInt32](repeating: 0, count: screen.width)
        let shown = max(0, min(frame.size.width, screen.width - frame.x))
        for y in 0..<screen.height {
            let line = y - frame.y
            if line >= 0, line < frame.size.height {
                let start = rows[line] * frame.size.width
                for x in 0..<shown { row[frame.x + x] = colours[Int(indices[start + x])] }
            } else if line == frame.size.height {
                for x in 0..<shown { row[frame.x + x] = 0 }
            }
            row.withUnsafeBytes { picture_scaler_push(scaler, $0.bindMemory(to: UInt8.self).baseAddress) }
            if y % 64 == 0 { try deadline.check() }
        }
        return pixels
    }

    static func draw(
        _ frame: GIFFrame, of data: Data, on canvas: AnimationCanvas, until deadline: PictureDeadline
    ) throws(PictureError) {
        let indices = try indices(data, frame, until: deadline)
        let rows = rows(of: frame)
        let colours = colours(of: frame, in: data)
        let rect = canvas.rect(x: frame.x, y: frame.y, frame.size)
        for y in rect.rows {
            indices.withUnsafeBufferPointer { indices in
                let start = rows[y - frame.y] * frame.size.width
                picture_draw_indices(
                    canvas.row(y, from: rect.columns.lowerBound), indices.baseAddress.map { $0 + start }, colours,
                    gsize(rect.columns.count))
            }
            if y % 64 == 0 { try deadline.check() }
        }
    }

    /// Returns the colour index of each pixel, in stored order.
    private static func indices(_ data: Data, _ frame: GIFFrame, until deadline: PictureDeadline)
        throws(PictureError) -> [UInt8]
    {
        // Reads the bytes directly instead of through a reader, because there may be many millions of them.
        let bytes = data.dropFirst(frame.dataPosition)
        let cutShort = PictureError(.cutShort)
        guard let codeSize = bytes.first.map(Int.init) else { throw cutShort }
        guard (1...11).contains(codeSize) else { throw .undecodable("the size of the codes is invalid") }
        var codes = GIFCodes(codeSize: codeSize, capacity: frame.size.pixelCount)
        var (bits, bitCount) = (0, 0)
        var position = bytes.startIndex + 1
        var partCount = 0
        unpacking: while !codes.isFull {
            guard position < bytes.endIndex else { throw cutShort }
            let length = Int(bytes[position])
            if length == 0 { break }
            for index in position + 1...position + length {
                guard index < bytes.endIndex else { throw cutShort }
                bits |= Int(bytes[index]) << bitCount
                bitCount += 8
                while bitCount >= codes.size {
                    let (code, size) = (bits & (1 << codes.size - 1), codes.size)
                    bits >>= size
                    bitCount -= size
                    guard codes.take(code), !codes.isFull else { break unpacking }
                }
            }
            position += 1 + length
            partCount += 1
            if partCount % 256 == 0 { try deadline.check() }
        }
        guard codes.isFull else { throw .undecodable("the last pixels are missing") }
        return codes.indices
    }

    /// Returns the stored position of each row of the frame.
    private static func rows(of frame: GIFFrame) -> [Int] {
        let height = frame.size.height
        guard frame.isInterlaced else { return Array(0..<height) }
        var rows = [Int](repeating: 0, count: height)
        var next = 0
        for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            for row in stride(from: first, to: height, by: step) {
                rows[row] = next
                next += 1
            }
        }
        return rows
    }

    /// Returns the blue, green, red and alpha of each colour index. Indices without a colour are black.
    private static func colours(of frame: GIFFrame, in data: Data) -> [UInt32] {
        var colours = [UInt32](repeating: 0xFF00_0000, count: 256)
        let reader = ByteReader(data)
        for (index, offset) in stride(from: frame.colours.lowerBound, to: frame.colours.upperBound, by: 3).enumerated()
        {
            colours[index] |= UInt32(reader.number(3, at: offset, .bigEndian) ?? 0)
        }
        if let transparent = frame.transparentColour { colours[transparent] = 0 }
        return colours
    }
}

/// Unpacks the codes of a GIF frame (GIF's form of LZW) to colour indices.
struct GIFCodes {
    private static let maximumCount = 4096

    /// For each code: the code before its last index, its last index, its first index, and its length in indices.
    private var prefixes = [Int16](repeating: 0, count: maximumCount)
    private var lasts = [UInt8](repeating: 0, count: maximumCount)
    private var firsts = [UInt8](repeating: 0, count: maximumCount)
    private var lengths = [Int32](repeating: 1, count: maximumCount)
    private let clear: Int
    private let firstSize: Int
    private var next: Int
    private(set) var size: Int
    private var previous: Int?
    /// The memory for the indices. The first ``count`` indices have been unpacked.
    private(set) var indices: [UInt8]
    private(set) var count = 0

    /// - Parameters:
    ///   - codeSize: The number of bits in an index. The first codes have one bit more.
    ///   - capacity: The maximum number of indices.
    init(codeSize: Int, capacity: Int) {
        clear = 1 << codeSize
        firstSize = codeSize + 1
        next = clear + 2
        size = firstSize
        indices = [UInt8](repeating: 0, count: capacity)
        for code in 0..<min(clear, 256) { (lasts[code], firsts[code]) = (UInt8(code), UInt8(code)) }
    }

    var isFull: Bool { count >= indices.count }

    /// Unpacks the next code. Returns `false` at the end or if the code is invalid.
    mutating func take(_ code: Int) -> Bool {
        guard code != clear else {
            (next, size, previous) = (clear + 2, firstSize, nil)
            return true
        }
        guard code != clear + 1, code < next || code == next && previous != nil, code < Self.maximumCount else {
            return false
        }
        if let previous, next < Self.maximumCount {
            prefixes[next] = Int16(previous)
            firsts[next] = firsts[previous]
            lasts[next] = firsts[code == next ? previous : code]
            lengths[next] = lengths[previous] + 1
            next += 1
            if next == 1 << size, size < 12 { size += 1 }
        }
        write(code)
        previous = code
        return true
    }

    /// Writes the indices of a code, from last to first. Drops indices that don't fit.
    private mutating func write(_ code: Int) {
        let length = Int(lengths[code])
        var (code, position) = (code, count + length - 1)
        while position >= count {
            if position < indices.count { indices[position] = lasts[code] }
            code = Int(prefixes[code])
            position -= 1
        }
        count += length
    }
}

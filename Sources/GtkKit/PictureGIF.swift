import CGtkKit
import Foundation

/// Decodes the first frame of a GIF, in time that grows with its bytes and pixels alone.
nonisolated enum PictureGIF {
    /// - Returns: the part that is shown at its size, not turned.
    /// - Throws: ``PictureError/undecodable(_:)`` where the frame has fewer pixels than it says.
    static func decode(_ data: Data, _ fit: PictureFit, of size: PictureSize, until deadline: PictureDeadline)
        throws(PictureError) -> PicturePixels
    {
        let bytes = PictureBytes(data)
        let frame = try GIFFrame(firstOf: bytes)
        let numbers = try unpack(bytes, frame, until: deadline)
        let pixels = try PicturePixels(fit.target)
        var scaling = GtkKitScaling(fit, from: size)
        guard let scaler = gtkkit_scaler_new(&scaling, GTKKIT_FOUR_VALUES, pixels.memory) else { throw .noMemory }
        defer { gtkkit_scaler_free(scaler) }
        let rows = rows(of: frame)
        let colours = try colours(of: frame, in: bytes)
        var row = [UInt32](repeating: 0, count: size.width)
        let shown = max(0, min(frame.size.width, size.width - frame.x))
        for y in 0..<size.height {
            let line = y - frame.y
            if line >= 0, line < frame.size.height {
                let start = rows[line] * frame.size.width
                for x in 0..<shown { row[frame.x + x] = colours[Int(numbers[start + x])] }
            } else if line == frame.size.height {
                for x in 0..<shown { row[frame.x + x] = 0 }
            }
            row.withUnsafeBytes { gtkkit_scaler_push(scaler, $0.bindMemory(to: UInt8.self).baseAddress) }
            if y % 64 == 0 { try deadline.check() }
        }
        return pixels
    }

    /// The number of each pixel's colour, in the order in which they are stored.
    private static func unpack(_ bytes: PictureBytes, _ frame: GIFFrame, until deadline: PictureDeadline)
        throws(PictureError) -> [UInt8]
    {
        let codeSize = try bytes[frame.dataPosition]
        guard (1...11).contains(codeSize) else { throw .undecodable("codes of a size that is none") }
        var codes = GIFCodes(codeSize: codeSize, capacity: frame.size.pixels)
        var (bits, bitCount) = (0, 0)
        var position = frame.dataPosition + 1
        var blockCount = 0
        unpacking: while !codes.isFull {
            let length = try bytes[position]
            if length == 0 { break }
            for index in 1...length {
                bits |= try bytes[position + index] << bitCount
                bitCount += 8
                while bitCount >= codes.size {
                    let (code, size) = (bits & (1 << codes.size - 1), codes.size)
                    bits >>= size
                    bitCount -= size
                    guard codes.take(code), !codes.isFull else { break unpacking }
                }
            }
            position += 1 + length
            blockCount += 1
            if blockCount % 256 == 0 { try deadline.check() }
        }
        guard codes.isFull else { throw .undecodable("its last pixels are missing") }
        return codes.numbers
    }

    /// Where each row of the frame is stored.
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

    /// Blue, green, red and alpha of each number; black of those that have no colour.
    private static func colours(of frame: GIFFrame, in bytes: PictureBytes) throws(PictureError) -> [UInt32] {
        var colours = [UInt32](repeating: 0xFF00_0000, count: 256)
        for (number, place) in stride(from: frame.colours.lowerBound, to: frame.colours.upperBound, by: 3).enumerated()
        {
            colours[number] |= UInt32(try bytes.number(3, at: place, .bigEndian))
        }
        if let transparent = frame.transparentColour { colours[transparent] = 0 }
        return colours
    }
}

import CImageDecoding
import Foundation
import ImageFormats

/// Decodes the frames of a GIF in linear time.
///
/// gdk-pixbuf isn't used, because it keeps every frame and its time grows with the square of the bytes.
enum GIFDecoder {
    /// - Returns: The visible part at its target size, not turned.
    /// - Throws: ``PictureError/undecodable(_:)`` if pixels of the frame are missing.
    static func decode(_ data: Data, _ fit: PictureFit, until deadline: PictureDeadline) throws(PictureError)
        -> PicturePixels
    {
        let frame: GIFFrame
        do throws(ImageFormatError) {
            frame = try GIFFrame(firstOf: ByteReader(data))
        } catch {
            throw PictureError(error)
        }
        let numbers = try numbers(data, frame, until: deadline)
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
                for x in 0..<shown { row[frame.x + x] = colours[Int(numbers[start + x])] }
            } else if line == frame.size.height {
                for x in 0..<shown { row[frame.x + x] = 0 }
            }
            row.withUnsafeBytes { picture_scaler_push(scaler, $0.bindMemory(to: UInt8.self).baseAddress) }
            if y % 64 == 0 { try deadline.check() }
        }
        return pixels
    }

    /// Draws the part of a frame that is on the canvas.
    static func draw(
        _ frame: GIFFrame, of data: Data, on canvas: AnimationCanvas, until deadline: PictureDeadline
    ) throws(PictureError) {
        let numbers = try numbers(data, frame, until: deadline)
        let rows = rows(of: frame)
        let colours = colours(of: frame, in: data)
        let place = canvas.place(x: frame.x, y: frame.y, frame.size)
        for y in place.rows {
            numbers.withUnsafeBufferPointer { numbers in
                let start = rows[y - frame.y] * frame.size.width
                picture_draw_numbers(
                    canvas.row(y, from: place.columns.lowerBound), numbers.baseAddress.map { $0 + start }, colours,
                    gsize(place.columns.count))
            }
            if y % 64 == 0 { try deadline.check() }
        }
    }

    /// Returns the colour number of each pixel, in stored order.
    private static func numbers(_ data: Data, _ frame: GIFFrame, until deadline: PictureDeadline)
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
        return codes.numbers
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

    /// Returns the blue, green, red and alpha of each colour number. Numbers without a colour are black.
    private static func colours(of frame: GIFFrame, in data: Data) -> [UInt32] {
        var colours = [UInt32](repeating: 0xFF00_0000, count: 256)
        let reader = ByteReader(data)
        for (number, place) in stride(from: frame.colours.lowerBound, to: frame.colours.upperBound, by: 3).enumerated()
        {
            colours[number] |= UInt32(reader.number(3, at: place, .bigEndian) ?? 0)
        }
        if let transparent = frame.transparentColour { colours[transparent] = 0 }
        return colours
    }
}

import Foundation
import GtkKit
import ImageFormats

extension Texture {
    /// The factor by which the texture is longer than the hash's picture along its longer edge. If both edges have at
    /// most 128 pixels, the GL renderer of GTK 4.8 fills the left edge of the enlarged texture with the colours of the
    /// right edge.
    private static let stretch = 5

    /// Draws the blurred picture of a ThumbHash; `nil` if the bytes aren't one.
    convenience init?(placeholder bytes: Data) {
        guard let hash = ThumbHash(Array(bytes)) else { return nil }
        let isWide = hash.size.width >= hash.size.height
        var pixels = hash.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[index + 3])
            let (red, green, blue) = (pixels[index], pixels[index + 1], pixels[index + 2])
            pixels[index] = UInt8(Int(blue) * alpha / 255)
            pixels[index + 1] = UInt8(Int(green) * alpha / 255)
            pixels[index + 2] = UInt8(Int(red) * alpha / 255)
        }
        let owner = NSData(data: Data(Self.stretched(pixels, hash.size, isWide: isWide)))
        self.init(
            width: hash.size.width * (isWide ? Self.stretch : 1),
            height: hash.size.height * (isWide ? 1 : Self.stretch),
            layout: .premultipliedBGRA,
            pixels: UnsafeRawBufferPointer(start: owner.bytes, count: owner.length), owner: owner)
    }

    /// Returns the pixels interpolated along one edge.
    private static func stretched(_ pixels: [UInt8], _ size: PixelSize, isWide: Bool) -> [UInt8] {
        let (length, lines) = isWide ? (size.width, size.height) : (size.height, size.width)
        let next = isWide ? 4 : lines * 4
        let (nextLine, nextNewLine) = isWide ? (length * 4, length * stretch * 4) : (4, 4)
        var result = [UInt8](repeating: 0, count: pixels.count * stretch)
        for place in 0..<length * stretch {
            // The distance from the middle of the first pixel, in units of 1 / (2 × stretch) of a pixel.
            let parts = max(0, 2 * place + 1 - stretch)
            let (first, part) = parts.quotientAndRemainder(dividingBy: 2 * stretch)
            let second = min(first + 1, length - 1)
            for line in 0..<lines {
                for channel in line * nextLine..<line * nextLine + 4 {
                    let (from, to) = (Int(pixels[channel + first * next]), Int(pixels[channel + second * next]))
                    result[channel - line * nextLine + line * nextNewLine + place * next] =
                        UInt8(from + (to - from) * part / (2 * stretch))
                }
            }
        }
        return result
    }
}

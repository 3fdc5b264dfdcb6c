import Foundation
import GtkKit
import ImageFormats

extension Texture {
    /// Draws the blurred picture of a ThumbHash; `nil` if the bytes aren't one.
    convenience init?(placeholder bytes: Data) {
        guard let hash = ThumbHash(Array(bytes)) else { return nil }
        let size = hash.size
        var pixels = hash.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[index + 3])
            let (red, green, blue) = (pixels[index], pixels[index + 1], pixels[index + 2])
            pixels[index] = UInt8(Int(blue) * alpha / 255)
            pixels[index + 1] = UInt8(Int(green) * alpha / 255)
            pixels[index + 2] = UInt8(Int(red) * alpha / 255)
        }
        let owner = NSData(data: Data(pixels))
        self.init(
            width: size.width, height: size.height, layout: .premultipliedBGRA,
            pixels: UnsafeRawBufferPointer(start: owner.bytes, count: owner.length), owner: owner)
    }
}

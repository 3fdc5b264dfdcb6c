import CGdkPixbuf
import Foundation
import ImageDecoding
import ImageFormats

/// Images made for the tests: red in the top left quarter, and blue.
enum Samples {
    struct DecodedPixels {
        let width: Int
        let bytes: [UInt8]

        /// Returns blue, green, red and alpha.
        func pixel(_ x: Int, _ y: Int) -> [Int] {
            bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4].map(Int.init)
        }

        func isRed(_ x: Int, _ y: Int) -> Bool {
            let pixel = (y * width + x) * 4
            return bytes[pixel + 2] > 150 && bytes[pixel] < 100
        }
    }

    static func pixels(of picture: Picture) -> DecodedPixels {
        guard picture.layout == .rgb else {
            return DecodedPixels(width: picture.size.width, bytes: Array(picture.pixels))
        }
        let pixels = picture.pixels
        let bytes = stride(from: 0, to: pixels.count, by: 3).flatMap { (pixel: Int) -> [UInt8] in
            [pixels[pixel + 2], pixels[pixel + 1], pixels[pixel], 255]
        }
        return DecodedPixels(width: picture.size.width, bytes: bytes)
    }

    static func jpeg(width: Int, height: Int) -> Data { encoded(width, height, alpha: 255, as: "jpeg") }

    static func png(width: Int, height: Int, alpha: UInt8 = 255) -> Data {
        encoded(width, height, alpha: alpha, as: "png")
    }

    private static func encoded(_ width: Int, _ height: Int, alpha: UInt8, as type: String) -> Data {
        encoded(width, height, as: type) { x, y in
            x < width / 2 && y < height / 2 ? (255, 0, 0, alpha) : (0, 0, 255, alpha)
        }
    }

    /// - Parameter colour: Returns red, green, blue and alpha of a pixel.
    static func encoded(
        _ width: Int, _ height: Int, as type: String, _ colour: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
    ) -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, Int32(width), Int32(height)),
            let pixels = gdk_pixbuf_get_pixels(pixbuf)
        else { preconditionFailure("no pixbuf") }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        for y in 0..<height {
            for x in 0..<width {
                let pixel = pixels + y * stride + x * 4
                (pixel[0], pixel[1], pixel[2], pixel[3]) = colour(x, y)
            }
        }
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, type, nil, nil, nil)
        guard let buffer else { preconditionFailure("not encoded") }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(count))
    }
}

extension PictureTimeLimit {
    /// For code without the optimiser on a busy machine.
    static let patient = PictureTimeLimit(least: .seconds(120))
}

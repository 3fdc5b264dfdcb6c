import CAdwaita
import Foundation
import GtkKit
import TestSupport
import Testing

/// Pictures from bytes, good and hostile. No display is needed, and no main thread.
@Suite struct PictureDecoderTests {
    private let decoder = PictureDecoder()
    private let box = PictureSize(width: 40, height: 30)

    @Test("N030 A picture is decoded at the size of the box it is shown in, cut to the box's aspect")
    func test_decode_fillsTheBox() throws {
        for (width, height) in [(400, 300), (1_000, 100), (100, 1_000), (4_000, 3_000)] {
            let texture = try decoder.decode(Samples.jpeg(width: width, height: height), filling: box)
            #expect(texture.width == 40)
            #expect(texture.height == 30)
            #expect(texture.bytes == 4_800)
        }
    }

    @Test("N030 A picture smaller than its box is not enlarged, and has the box's aspect")
    func test_decode_doesNotEnlarge() throws {
        let texture = try decoder.decode(Samples.jpeg(width: 20, height: 20), filling: box)
        #expect(texture.width == 20)
        #expect(texture.height == 15)
    }

    @Test("N030 The camera's orientation is applied, each of the eight", arguments: 1...8)
    func test_decode_appliesOrientation(orientation: Int) throws {
        // Red in the corner that is the stored picture's top left.
        let upright = [
            "topLeft", "topRight", "bottomRight", "bottomLeft", "topLeft", "topRight", "bottomRight", "bottomLeft",
        ]
        let data = Samples.jpeg(width: 80, height: 80, orientation: orientation)
        let texture = try decoder.decode(data, filling: PictureSize(width: 40, height: 40))
        let pixels = Samples.pixels(of: texture)
        let corners = [
            "topLeft": (5, 5), "topRight": (34, 5), "bottomRight": (34, 34), "bottomLeft": (5, 34),
        ]
        for (name, (x, y)) in corners {
            #expect(pixels.isRed(x, y) == (name == upright[orientation - 1]), "\(name)")
        }
    }

    /// Red at the top left, blue elsewhere; in grey white on black.
    @Test(
        "N030 Every form that cameras and programs write is decoded, with its colours",
        arguments: try TestPicture.names().filter { $0 != "huge.png" && !$0.hasPrefix("orientation") })
    func test_decode_readsEveryForm(name: String) throws {
        let texture = try decoder.decode(TestPicture.data(name), filling: box)
        #expect(texture.width == 40 && texture.height == 30)
        let pixels = Samples.pixels(of: texture)
        let isGrey = name.hasPrefix("grey") || name.hasPrefix("one-bit")
        let (inside, outside) = (pixels.pixel(6, 6), pixels.pixel(30, 24))
        let alpha = name.hasPrefix("transparent") ? 128 : 255
        let expected =
            isGrey ? ([255, 255, 255, 255], [0, 0, 0, 255]) : ([0, 0, alpha, alpha], [alpha, 0, 0, alpha])
        #expect(zip(inside, expected.0).allSatisfy { abs($0 - $1) <= 12 }, "\(inside)")
        #expect(zip(outside, expected.1).allSatisfy { abs($0 - $1) <= 12 }, "\(outside)")
    }

    @Test("N030 A transparent picture keeps its transparency, its colours multiplied with it")
    func test_decode_multipliesAlpha() throws {
        let texture = try decoder.decode(Samples.png(width: 40, height: 30, alpha: 128), filling: box)
        let pixels = Samples.pixels(of: texture)
        #expect(pixels.bytes[3] == 128)
        #expect(abs(Int(pixels.bytes[2]) - 128) <= 1)
    }

    @Test("Decoder: a picture of more than 150 megapixels is refused by its header")
    func test_decode_refusesHugePicture() throws {
        #expect(throws: PictureError.tooLarge(PictureSize(width: 15_001, height: 10_000))) {
            try decoder.decode(TestPicture.data("huge.png"), filling: box)
        }
    }

    @Test("B236 Bytes that are no picture are an error, wherever they were cut")
    func test_decode_failsForCutPicture() throws {
        for data in [Samples.jpeg(width: 64, height: 64), Samples.png(width: 64, height: 64)] {
            for count in stride(from: 0, to: data.count - 16, by: 7) {
                #expect(throws: PictureError.self, "\(count) of \(data.count) bytes") {
                    try decoder.decode(data.prefix(count), filling: box)
                }
            }
        }
    }

    @Test("B236 Bytes that were changed make a picture of the box or an error, and never more")
    func test_decode_survivesChangedBytes() throws {
        var random = SystemRandomNumberGenerator()
        for original in [Samples.jpeg(width: 64, height: 64), Samples.png(width: 64, height: 64)] {
            for _ in 0..<300 {
                var data = original
                for _ in 0..<4 { data[Int.random(in: 0..<data.count, using: &random)] ^= UInt8.random(in: 1...255) }
                do {
                    let texture = try decoder.decode(data, filling: box)
                    #expect(texture.width <= 40 && texture.height <= 30)
                } catch {}
            }
        }
    }
}

/// Pictures made for the tests: a red quarter at the top left on blue.
enum Samples {
    struct DecodedPixels {
        let width: Int
        let bytes: [UInt8]

        /// Blue, green, red, alpha.
        func pixel(_ x: Int, _ y: Int) -> [Int] {
            bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4].map(Int.init)
        }

        func isRed(_ x: Int, _ y: Int) -> Bool {
            let pixel = (y * width + x) * 4
            return bytes[pixel + 2] > 150 && bytes[pixel] < 100
        }
    }

    static func pixels(of texture: Texture) -> DecodedPixels {
        var bytes = [UInt8](repeating: 0, count: texture.bytes)
        gdk_texture_download(texture.pointer, &bytes, gsize(texture.width * 4))
        return DecodedPixels(width: texture.width, bytes: bytes)
    }

    static func jpeg(width: Int, height: Int, orientation: Int? = nil) -> Data {
        var data = encoded(width, height, alpha: 255, as: "jpeg")
        guard let orientation else { return data }
        // APP1 with a TIFF of one entry: tag 0x0112, a short.
        let tiff: [UInt8] =
            [
                0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0,
                0,
            ]
        let body = Array("Exif\0\0".utf8) + tiff
        data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body, at: 2)
        return data
    }

    static func png(width: Int, height: Int, alpha: UInt8 = 255) -> Data {
        encoded(width, height, alpha: alpha, as: "png")
    }

    private static func encoded(_ width: Int, _ height: Int, alpha: UInt8, as type: String) -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, Int32(width), Int32(height)),
            let pixels = gdk_pixbuf_get_pixels(pixbuf)
        else { preconditionFailure("no pixbuf") }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        for y in 0..<height {
            for x in 0..<width {
                let isRed = x < width / 2 && y < height / 2
                let pixel = pixels + y * stride + x * 4
                (pixel[0], pixel[1], pixel[2], pixel[3]) = (isRed ? 255 : 0, 0, isRed ? 0 : 255, alpha)
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

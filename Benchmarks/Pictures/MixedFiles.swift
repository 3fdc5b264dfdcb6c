import BenchmarkKit
import CAdwaita
import Foundation

/// Files of all kinds and sizes, including those that an attacker would send.
///
/// Each name begins with the file's outcome under the pipeline's budget: `picture`, `refused` or `undecodable`.
enum MixedFiles {
    static func fill(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func write(_ data: Data, _ name: String) throws { try data.write(to: folder.appending(path: name)) }
        // Most files are like those in feeds; there is only one of each giant.
        for number in 0..<14 {
            let width = 400 + 250 * number
            try write(
                Photo.jpeg(width: width, height: width * 3 / 4, noise: 6, quality: 60, isProgressive: number % 3 == 2),
                "picture-\(number).jpg")
        }
        for (number, (width, format)) in [
            (800, "png"), (1_600, "png"), (3_000, "png"), (4_000, "png"),
        ].enumerated() {
            try write(picture(width, width * 3 / 4, format), "picture-\(20 + number).\(format)")
        }
        try write(Photo.jpeg(width: 4_000, height: 3_000, noise: 10, quality: 80), "picture-30.jpg")
        try write(
            Photo.jpeg(width: 4_000, height: 3_000, noise: 10, quality: 80, isProgressive: true), "picture-31.jpg")
        try write(Photo.jpeg(width: 11_500, height: 8_700, noise: 0, quality: 50), "picture-100-megapixels.jpg")
        try write(
            Photo.jpeg(width: 8_600, height: 6_400, noise: 0, quality: 50, isProgressive: true),
            "picture-55-megapixels-progressive.jpg")
        try write(
            Photo.jpeg(width: 11_500, height: 8_700, noise: 0, quality: 50, isProgressive: true),
            "picture-100-megapixels-progressive.jpg")
        try write(Photo.jpeg(width: 15_000, height: 12_000, noise: 0, quality: 50), "refused-180-megapixels.jpg")
        try write(picture(10_000, 10_000, "png"), "picture-100-megapixels.png")
        try write(bomb(width: 60_000, height: 60_000), "refused-bomb.png")
        try write(gif(width: 65_535, height: 65_535), "refused-bomb.gif")
        try write(
            try Photo.jpeg(width: 4_000, height: 3_000, noise: 10, quality: 80).prefix(400_000), "undecodable-cut.jpg")
    }

    /// Returns a picture of one colour in one of the formats that gdk-pixbuf writes.
    private static func picture(_ width: Int, _ height: Int, _ format: String) throws -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)) else {
            throw BenchmarkFailure("no memory for a picture of \(width) × \(height)")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0x33_66_99_FF)
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let isSaved = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, format, nil, nil, nil)
        guard isSaved != 0, let buffer else { throw BenchmarkFailure("gdk-pixbuf cannot write \(format)") }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(count))
    }

    /// Returns a PNG whose header claims a larger size than its data.
    private static func bomb(width: Int, height: Int) throws -> Data {
        var png = try picture(64, 64, "png")
        for (offset, value) in [(16, width), (20, height)] {
            for index in 0..<4 { png[offset + index] = UInt8(value >> (24 - 8 * index) & 0xFF) }
        }
        let check = crc(png[12..<29])
        for index in 0..<4 { png[29 + index] = UInt8(check >> (24 - 8 * UInt32(index)) & 0xFF) }
        return png
    }

    private static func gif(width: Int, height: Int) -> Data {
        let size = [width & 0xFF, width >> 8, height & 0xFF, height >> 8].map { UInt8($0) }
        return Data("GIF89a".utf8) + Data(size) + Data([0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF])
            + Data([0x2C, 0, 0, 0, 0] + size + [0, 2, 2, 0x4C, 0x01, 0, 0x3B])
    }

    private static func crc(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { check, byte in
            (0..<8).reduce(check ^ UInt32(byte)) { check, _ in check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}

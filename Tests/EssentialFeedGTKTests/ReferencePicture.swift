import CAdwaita
import Foundation
import XCTest

/// Compares a screen with its reference picture, which was checked by eye.
///
/// `UPDATE_REFERENCES=1` replaces the reference. A different picture is written to `.build/pictures`, with the
/// reference and their difference.
@MainActor
struct ReferencePicture {
    /// The tolerated difference in a colour channel, out of 255.
    ///
    /// The references are drawn by Cairo. GTK's GL renderer blends the shadows of cards and the edges of rounded corners
    /// with other roundings; everything else, all text included, differs by 3 at most.
    static let tolerance = ProcessInfo.processInfo.environment["GSK_RENDERER"] == "gl" ? 16 : 3
    /// The side of a region in pixels. `pixelsOfRegion` of them, fewer than in a full stop, may differ by more.
    static let region = 16
    nonisolated static let pixelsOfRegion = 3

    let name: String

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private var kept: URL { Self.tests.appending(path: "References/\(name).png") }
    private var failures: URL { Self.tests.appending(path: "../../.build/pictures").standardizedFileURL }

    func compare(with texture: OpaquePointer?, file: StaticString = #filePath, line: UInt = #line) throws {
        let actual = try Pixels(XCTUnwrap(texture, "nothing was drawn", file: file, line: line))
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] == "1" { return try actual.write(to: kept) }
        guard FileManager.default.fileExists(atPath: kept.path) else {
            try leave(actual, "actual")
            return XCTFail("there is no picture \(name) to compare with", file: file, line: line)
        }
        let expected = try Pixels(file: kept)
        let difference = expected.difference(from: actual)
        guard difference.isSeen else { return }
        try leave(expected, "expected")
        try leave(actual, "actual")
        if !difference.pixels.isEmpty { try leave(expected.faded(exceptFor: difference.pixels), "difference") }
        XCTFail(
            "\(name): \(difference.count) pixels of one region differ; see \(failures.path)", file: file, line: line)
    }

    /// Returns whether a picture is accepted as equal to the reference.
    func accepts(_ texture: OpaquePointer?) throws -> Bool {
        try !Pixels(file: kept).difference(from: Pixels(XCTUnwrap(texture, "nothing was drawn"))).isSeen
    }

    private func leave(_ pixels: Pixels, _ kind: String) throws {
        try FileManager.default.createDirectory(at: failures, withIntermediateDirectories: true)
        try pixels.write(to: failures.appending(path: "\(name)-\(kind).png"))
    }
}

/// A picture as its bytes: blue, green, red, alpha.
@MainActor
struct Pixels {
    let width: Int
    let height: Int
    private(set) var bytes: [UInt8]

    init(_ texture: OpaquePointer) {
        width = Int(gdk_texture_get_width(texture))
        height = Int(gdk_texture_get_height(texture))
        bytes = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &bytes, gsize(width * 4))
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    init(file: URL) throws {
        self.init(try XCTUnwrap(gdk_texture_new_from_filename(file.path, nil)))
    }

    /// Whether a pixel has about the platform's accent colour for text and rings, #1c71d8.
    func isAccent(x: Int, y: Int) -> Bool {
        let pixel = (y * width + x) * 4
        let (blue, green, red) = (Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]))
        return abs(blue - 0xD8) < 24 && abs(green - 0x71) < 24 && abs(red - 0x1C) < 24
    }

    func write(to file: URL) throws {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        let texture = try XCTUnwrap(
            gdk_memory_texture_new(
                Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, data, gsize(width * 4)))
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        XCTAssertTrue(gdk_texture_save_to_png(texture, file.path) != 0, "\(file.path) cannot be written")
    }

    /// How two pictures differ.
    struct Difference {
        /// How many pixels differ by more than the tolerance, in the region with the most.
        let count: Int
        /// The indices of different pixels; none for pictures of different sizes.
        let pixels: [Int]
        var isSeen: Bool { count > ReferencePicture.pixelsOfRegion }
    }

    /// Returns the difference by regions, which overlap by half: nothing small is divided between two.
    func difference(from other: Pixels) -> Difference {
        guard width == other.width, height == other.height else { return Difference(count: .max, pixels: []) }
        let different = differentPixels(from: other)
        let half = ReferencePicture.region / 2
        let columns = width / half + 2
        var counts = [Int](repeating: 0, count: columns * (height / half + 2))
        for pixel in different {
            let (column, row) = (pixel % width / half, pixel / width / half)
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] { counts[(row + y) * columns + column + x] += 1 }
        }
        return Difference(count: counts.max() ?? 0, pixels: different)
    }

    /// Returns the indices of the pixels that differ by more than the tolerance. Equal rows, the majority, are skipped
    /// as a whole: tests are built without optimisation.
    private func differentPixels(from other: Pixels) -> [Int] {
        (0..<height).flatMap { row -> [Int] in
            let start = row * width * 4
            let isEqual = bytes.withUnsafeBytes { these in
                other.bytes.withUnsafeBytes { those in
                    memcmp(these.baseAddress! + start, those.baseAddress! + start, width * 4) == 0
                }
            }
            return isEqual
                ? []
                : (row * width..<(row + 1) * width).filter { pixel in
                    (pixel * 4..<pixel * 4 + 3).contains {
                        abs(Int(bytes[$0]) - Int(other.bytes[$0])) > ReferencePicture.tolerance
                    }
                }
        }
    }

    /// Returns a pale copy with the pixels in red.
    fileprivate func faded(exceptFor pixels: [Int]) -> Pixels {
        var picture = self
        for byte in bytes.indices where byte % 4 != 3 { picture.bytes[byte] = bytes[byte] / 4 + 191 }
        for pixel in pixels {
            picture.bytes.replaceSubrange(pixel * 4..<pixel * 4 + 3, with: [0, 0, 255])
        }
        return picture
    }
}

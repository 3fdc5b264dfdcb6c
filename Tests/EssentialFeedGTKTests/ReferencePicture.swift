import CAdwaita
import Foundation
import XCTest

/// Compares what is seen with the picture that was looked at and kept.
///
/// `UPDATE_REFERENCES=1` keeps what is seen now. A picture that differs is left in `.build/pictures` beside the kept
/// one and what sets them apart.
@MainActor
struct ReferencePicture {
    /// In steps of a colour: what the same code draws differently from run to run.
    static let tolerance = 24
    /// The share of pixels that may differ by more.
    static let share = 0.002

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
        let limit = Int(Double(expected.width * expected.height) * Self.share)
        guard expected.width != actual.width || expected.height != actual.height || difference.count > limit else {
            return
        }
        try leave(expected, "expected")
        try leave(actual, "actual")
        if let picture = difference.picture { try leave(picture, "difference") }
        XCTFail(
            "\(name): \(difference.count) pixels differ, \(limit) may; see \(failures.path)", file: file, line: line)
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

    func write(to file: URL) throws {
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        let texture = try XCTUnwrap(
            gdk_memory_texture_new(
                Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, data, gsize(width * 4)))
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        XCTAssertTrue(gdk_texture_save_to_png(texture, file.path) != 0, "\(file.path) cannot be written")
    }

    /// How many pixels differ by more than the tolerance, and a picture of where.
    func difference(from other: Pixels) -> (count: Int, picture: Pixels?) {
        guard width == other.width, height == other.height else { return (.max, nil) }
        var picture = self
        var count = 0
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
            let isDifferent = (pixel..<pixel + 3).contains {
                abs(Int(bytes[$0]) - Int(other.bytes[$0])) > ReferencePicture.tolerance
            }
            if isDifferent { count += 1 }
            for channel in pixel..<pixel + 3 { picture.bytes[channel] = isDifferent ? 0 : bytes[channel] / 4 + 191 }
            if isDifferent { picture.bytes[pixel + 2] = 255 }
        }
        return (count, picture)
    }
}

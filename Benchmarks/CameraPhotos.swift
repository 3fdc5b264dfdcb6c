import BenchmarkKit
import Foundation

/// Photos as a camera writes them, by their size and structure: JPEGs whose scan is nearly all of them. No two are equal, and
/// their few pixels are decoded quickly.
struct CameraPhotos {
    static let byteCount = 2_000_000

    let folder: URL
    let files: [URL]

    init(_ count: Int, in folder: URL) throws {
        self.folder = folder
        files = (0..<count).map { folder.appending(path: String(format: "photo-%05d.jpg", $0)) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scan = Self.scan(of: Self.byteCount - Self.head.count - Self.end.count)
        for (number, file) in files.enumerated() {
            try Task.checkCancellation()
            try (Self.head + Data("photo \(number) ".utf8) + scan.dropFirst("photo \(number) ".utf8.count) + Self.end)
                .write(to: file)
        }
    }

    /// The segments before the data of the scan: a table, a frame of 1080 × 810, and the head of its scan.
    private static let head: Data = {
        let table = Data([0]) + Data(repeating: 1, count: 64)
        let frame = Data([8, 3, 42, 4, 56, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
        let codes = Data([0, 1] + Array(repeating: 0, count: 16))
        let scan = Data([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
        return Data([0xFF, 0xD8]) + segment(0xE0, Data("JFIF\0\u{1}\u{2}".utf8) + Data([0, 0, 1, 0, 1, 0, 0]))
            + segment(0xDB, table) + segment(0xC0, frame) + segment(0xC4, codes) + segment(0xDA, scan)
    }()

    private static let end = Data([0xFF, 0xD9])

    private static func segment(_ marker: UInt8, _ content: Data) -> Data {
        let length = content.count + 2
        return Data([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    }

    /// Returns random bytes, with a zero after each byte that would begin a marker, as in all JPEGs.
    private static func scan(of count: Int) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 1)
        var bits: UInt64 = 1
        while bytes.count < count {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let byte = UInt8(truncatingIfNeeded: bits >> 56)
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        bytes[count - 1] = 0
        return Data(bytes.prefix(count))
    }
}

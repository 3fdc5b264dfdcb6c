import Foundation

/// A folder of photos that are PNGs of one pixel by their structure, with any bytes as pixels, no two of them equal. The server
/// sends them as they are.
enum PhotoFolder {
    /// Writes the photos.
    /// - Parameter byteCount: The size of each photo in bytes; by default, as small as possible.
    static func fill(_ folder: URL, count: Int, byteCount: Int = 0) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            try photo(number, byteCount).write(to: folder.appending(path: name(number)))
        }
    }

    static func name(_ number: Int) -> String { "photo-\(String(format: "%05d", number)).jpg" }

    private static func photo(_ number: Int, _ byteCount: Int) -> Data {
        let head =
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", Data([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]))
        let end = chunk("IEND", Data())
        var pixels = Data("photo \(number)".utf8)
        var bits = UInt64(truncatingIfNeeded: number) &+ 1
        let count = byteCount - head.count - end.count - chunk("IDAT", Data()).count
        while pixels.count < count {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            pixels.append(UInt8(truncatingIfNeeded: bits >> 56))
        }
        return head + chunk("IDAT", pixels) + end
    }

    /// Returns a chunk of a PNG without its checksum.
    private static func chunk(_ name: String, _ content: Data) -> Data {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
        return Data(size) + Data(name.utf8) + content + Data(count: 4)
    }
}

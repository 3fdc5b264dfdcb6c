import Foundation

/// A folder of photos that consist of a JPEG's signature and little else, no two of them equal.
enum PhotoFolder {
    /// Writes the photos.
    /// - Parameter byteCount: The size of each photo in bytes; by default, as small as possible.
    static func fill(_ folder: URL, count: Int, byteCount: Int = 0) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let name = "photo-\(String(format: "%05d", number)).jpg"
            try photo(number, byteCount).write(to: folder.appending(path: name))
        }
    }

    /// Returns a JPEG of comments and no image.
    private static func photo(_ number: Int, _ byteCount: Int) -> Data {
        var photo = Data([0xFF, 0xD8]) + comment(Data("photo \(number)".utf8))
        var bits = UInt64(truncatingIfNeeded: number) &+ 1
        while photo.count + 2 < byteCount {
            // Each comment begins with four bytes. What one leaves must be nothing or enough for another.
            let rest = byteCount - photo.count - 2 - 4
            let size = rest > 60_000 ? min(60_000, rest - 4) : max(0, rest)
            photo += comment(
                Data(
                    (0..<size).map { _ in
                        bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return UInt8(truncatingIfNeeded: bits >> 56)
                    }))
        }
        return photo + Data([0xFF, 0xD9])
    }

    private static func comment(_ text: Data) -> Data {
        let size = text.count + 2
        return Data([0xFF, 0xFE, UInt8(size >> 8), UInt8(size & 0xFF)]) + text
    }
}

import Foundation

/// A folder of animated GIFs of one pixel with any bytes as pixels, no two of them equal. The server sends their frames as they
/// are, so nothing is drawn while the benchmarks run.
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
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
        let header: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 255, 255]
        var photo = Data("GIF89a".utf8) + Data(header + frame + [1, 0x44, 0] + frame)
        let end = Data([0, 0x3B])
        let text = Data("photo \(number)".utf8)
        photo.append(UInt8(text.count))
        photo.append(text)
        var bits = UInt64(truncatingIfNeeded: number) &+ 1
        while photo.count + end.count < byteCount {
            // A block has a length and at least one byte.
            let rest = byteCount - end.count - photo.count
            let count = min(256, rest) - (rest == 257 ? 1 : 0)
            photo.append(UInt8(count - 1))
            for _ in 1..<count {
                bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                photo.append(UInt8(truncatingIfNeeded: bits >> 56))
            }
        }
        return photo + end
    }
}

import Foundation

/// A folder of photos that have a picture's signature and hardly anything else, each one different.
enum PhotoFolder {
    static func fill(_ folder: URL, count: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let name = "photo-\(String(format: "%05d", number)).jpg"
            try photo(number).write(to: folder.appending(path: name))
        }
    }

    /// A JPEG of a comment and no image.
    private static func photo(_ number: Int) -> Data {
        let comment = Data("photo \(number)".utf8)
        return Data([0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)]) + comment + Data([0xFF, 0xD9])
    }
}

import BenchmarkKit
import CPicturesFloor
import Foundation

/// JPEGs that resemble a camera's: colour gradients with noise.
enum Photo {
    /// Returns a JPEG.
    /// - Parameter noise: The most that is added to each value, or subtracted from it.
    static func jpeg(
        width: Int, height: Int, noise: Int, quality: Int, isProgressive: Bool = false
    ) throws -> Data {
        var count = 0
        guard
            let bytes = picturesfloor_photo(
                Int32(width), Int32(height), Int32(noise), Int32(quality), isProgressive ? 1 : 0, &count)
        else { throw BenchmarkFailure("no memory for a JPEG of \(width) × \(height)") }
        defer { free(bytes) }
        return Data(bytes: bytes, count: count)
    }

    /// Returns a photo of 4.2 megapixels in about 830 KB.
    static func ofAScreen() throws -> Data {
        let photo = try jpeg(width: 2_364, height: 1_774, noise: 26, quality: 66)
        try BenchmarkFailure.check((780_000...880_000).contains(photo.count), "the photo has \(photo.count) bytes")
        return photo
    }

    /// Returns the photo with a comment that makes its bytes different from those of other copies.
    static func copy(_ number: Int, of photo: Data) -> Data {
        let comment = Data("copy \(number)".utf8)
        return photo.prefix(2) + Data([0xFF, 0xFE, 0, UInt8(comment.count + 2)]) + comment + photo.dropFirst(2)
    }
}

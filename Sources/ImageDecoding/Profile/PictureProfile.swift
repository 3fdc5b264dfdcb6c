import Foundation
import ImageFormats

/// The ICC profile of an image.
enum PictureProfile {
    /// Returns the profile of an image, or `nil` if the profile is missing or too large.
    static func find(in data: Data, _ format: ImageFormat) -> Data? {
        let reader = ByteReader(data)
        let profile =
            switch format {
            case .jpeg: JPEGProfile.find(reader)
            case .png: inPNG(reader)
            case .webp: WebPProfile.find(reader)
            case .avif, .heic: ISOProfile.find(reader)
            case .gif: nil as Data?
            }
        return profile.flatMap { (1...ProfileCost.maximumLength).contains($0.count) ? $0 : nil }
    }

    private static func inPNG(_ reader: ByteReader) -> Data? {
        guard let content = PNGProfile.content(reader), let size = unpackedSize(ofPNG: content, reader),
            let packed = PNGProfile.compressedBytes(in: content, reader)
        else { return nil }
        let profile = Unpacking()?.bytes(of: reader.prefix(of: packed), atMost: size)
        return profile?.count == size ? profile : nil
    }

    /// Returns the size field of the compressed profile in a PNG chunk, or `nil` if a profile of that size isn't used.
    private static func unpackedSize(ofPNG content: Range<Int>, _ reader: ByteReader) -> Int? {
        guard let packed = PNGProfile.compressedBytes(in: content, reader),
            let size = Unpacking()?.bytes(of: reader.prefix(of: packed), atMost: 4), size.count == 4
        else { return nil }
        let length = size.reduce(0) { $0 << 8 | Int($1) }
        return (1...ProfileCost.unpackedLimit(of: content)).contains(length) ? length : nil
    }
}

import EssentialFeed
import Foundation
import ImageFormats

/// What the bytes of a photo determine: two files with the same bytes have the same facts.
struct PhotoFacts: Hashable, Sendable {
    /// The formats that are served.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif]

    let digest: ContentDigest
    let format: ImageFormat
    let metadata: ImageMetadata
}

/// An error for a file that ends before its picture does.
struct IncompletePictureError: Error {}

extension PhotoFacts {
    /// Reads and hashes the file; blocks.
    ///
    /// Returns `nil` if the file isn't a picture of a format that is served.
    /// - Throws: ``IncompletePictureError``, or ``FileError`` if the file can't be read or changes while it is read.
    init?(reading file: OpenFile) throws {
        guard let head = try file.bytes(at: 0, count: min(64, file.count)),
            let format = ImageFormat(of: Data(head)), Self.formats.contains(format)
        else { return nil }
        guard try format.hasEnd(in: file) else { throw IncompletePictureError() }
        let metadata = try ImageMetadata(of: file, format: format)
        self.init(digest: try ContentDigest(of: file), format: format, metadata: metadata)
    }
}

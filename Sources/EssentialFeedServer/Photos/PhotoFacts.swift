import EssentialFeed
import Foundation
import ImageFormats

/// What the bytes of a picture say, and nothing else: two files with the same bytes have the same facts.
struct PhotoFacts: Hashable, Sendable {
    /// The formats that are served.
    static let formats: Set<ImageFormat> = [.jpeg, .png, .webp, .gif]

    let digest: ContentDigest
    let format: ImageFormat
    let metadata: ImageMetadata
}

extension PhotoFacts {
    /// The file ends before its picture does.
    struct CutShort: Error {}

    /// Reads and hashes the file; blocks.
    /// - Returns: `nil` when the bytes are no picture of a format that is served.
    /// - Throws: ``CutShort``, or a ``FileError`` when the file cannot be read or changes meanwhile.
    init?(reading file: OpenFile) throws {
        guard let head = try file.bytes(at: 0, count: min(64, file.count)),
            let format = ImageFormat(of: Data(head)), Self.formats.contains(format)
        else { return nil }
        guard try format.hasEnd(in: file) else { throw CutShort() }
        let metadata = try ImageMetadata(of: file, format: format)
        self.init(digest: try ContentDigest(of: file), format: format, metadata: metadata)
    }
}

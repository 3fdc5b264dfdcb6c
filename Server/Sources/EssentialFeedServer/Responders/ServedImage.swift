import ImageFormats
import NIOCore

/// An image that clients may receive.
enum ServedImage: Sendable {
    case made(SizedImage)
    /// The photo's file without its metadata.
    case cleaned(Photo, CleanedImage, CleanedPhotos)

    var mediaType: String {
        switch self {
        case .made: SizedImage.mediaType
        case .cleaned(let photo, _, _): photo.facts.format.mediaType
        }
    }

    var entityTag: String {
        switch self {
        case .made(let image): image.entityTag
        case .cleaned(let photo, _, _): CleanedPhotos.entityTag(photo)
        }
    }

    /// The number of bytes.
    var count: Int {
        switch self {
        case .made(let image): image.bytes.readableBytes
        case .cleaned(_, let image, _): image.count
        }
    }

    /// Whether the bytes are in memory, so that reading them doesn't block.
    var isInMemory: Bool { if case .made = self { true } else { false } }

    /// Reads a range; blocks unless the image is in memory.
    /// - Throws: ``FileError``; ``FileError/changed`` if the photo's file no longer has the indexed bytes.
    func read(_ range: Range<Int>) throws(FileError) -> ByteBuffer {
        switch self {
        case .made(let image):
            // A slice would keep the whole buffer in memory until a slow client has received the slice.
            var bytes = image.bytes
            bytes.moveReaderIndex(forwardBy: range.lowerBound)
            return range.count == image.bytes.readableBytes
                ? image.bytes : ByteBuffer(bytes: bytes.readableBytesView.prefix(range.count))
        case .cleaned(let photo, let image, let photos):
            return try photos.files.read(image.pieces(in: range), of: photo)
        }
    }

    /// Checks that the photo's file still exists; blocks.
    /// - Throws: ``FileError``.
    func check() throws(FileError) {
        guard case .cleaned(let photo, _, let photos) = self else { return }
        _ = try photos.files.open(photo)
    }
}

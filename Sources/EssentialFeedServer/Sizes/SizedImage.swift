import Foundation
import NIOCore

/// Which size of which photo.
struct SizeKey: Hashable, Sendable {
    let photo: UUID
    let size: ServedSize
}

/// An image that was made of a photo: a JPEG.
struct SizedImage: Sendable {
    static let mediaType = "image/jpeg"

    let bytes: ByteBuffer
    /// The strong entity tag of the bytes.
    let entityTag: String

    init(_ data: Data) {
        self.init(ByteBuffer(bytes: data), ContentDigest(of: data))
    }

    init(_ bytes: ByteBuffer, _ digest: ContentDigest) {
        self.bytes = bytes
        entityTag = digest.entityTag
    }
}

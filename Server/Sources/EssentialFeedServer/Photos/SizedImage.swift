import Foundation
import NIOCore

/// A smaller image of a photo, as a JPEG.
struct SizedImage: Sendable {
    static let mediaType = "image/jpeg"

    let bytes: ByteBuffer
    let entityTag: String

    init(_ data: Data) {
        self.init(ByteBuffer(bytes: data), ContentDigest(of: data))
    }

    init(_ bytes: ByteBuffer, _ digest: ContentDigest) {
        self.bytes = bytes
        entityTag = digest.entityTag
    }
}

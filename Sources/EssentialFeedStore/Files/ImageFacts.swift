import Foundation
import ImageFormats

/// What the bytes of an image say about themselves.
struct ImageFacts {
    /// The SHA-256 of the bytes.
    let digest: Data
    /// The size of the upright picture; `nil` if the bytes don't say it.
    let pictureSize: PixelSize?

    init(of data: Data) {
        digest = ImageRecord.digest(of: data)
        pictureSize = ImageRecord.pictureSize(of: data)
    }
}

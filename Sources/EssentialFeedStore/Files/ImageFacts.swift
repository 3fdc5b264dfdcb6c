import Foundation
import ImageFormats

/// Facts derived from an image's bytes.
struct ImageFacts {
    /// The SHA-256 of the bytes.
    let digest: Data
    /// The upright picture's size; `nil` if the bytes don't contain one.
    let pictureSize: PixelSize?

    init(of data: Data) {
        digest = ImageRecord.digest(of: data)
        pictureSize = ImageRecord.pictureSize(of: data)
    }
}

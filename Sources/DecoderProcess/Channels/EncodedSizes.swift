public import Foundation
public import ImageFormats

/// Smaller JPEGs of an image, and a placeholder: upright, in sRGB, without metadata, and on white if the image is
/// transparent.
public struct EncodedSizes: Hashable, Sendable {
    /// The JPEGs, in the order of the requested long edges. Edges that result in the same size share one JPEG.
    public let images: [EncodedImage]
    /// The bytes of a `ThumbHash`.
    public let placeholder: [UInt8]
}

/// A JPEG of an image and its size.
public struct EncodedImage: Hashable, Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The bytes of the JPEG.
    public let data: Data
}

public import Foundation
public import ImageFormats

/// Smaller JPEGs of an image, and a placeholder: upright, in sRGB, on white where the image is transparent, and without
/// metadata.
public struct EncodedSizes: Hashable, Sendable {
    /// The JPEGs, in the order of the long edges that were asked for. Edges that give the same size have one JPEG.
    public let images: [EncodedImage]
    /// The bytes of a `ThumbHash`.
    public let placeholder: [UInt8]
}

/// A JPEG of an image, with its size.
public struct EncodedImage: Hashable, Sendable {
    /// The size in pixels.
    public let size: PixelSize
    /// The bytes of the JPEG.
    public let data: Data
}

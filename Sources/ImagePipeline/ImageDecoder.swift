public import Foundation
public import ImageFormats

/// Decodes encoded bytes to pictures.
public protocol ImageDecoder<Picture>: Sendable {
    /// A decoded picture.
    associatedtype Picture: Sendable

    /// Prepares decoding the bytes for a size.
    ///
    /// Runs on the image loader, so it must be quick and read only the header.
    /// - Throws: An error if the header is invalid or the picture can't be decoded here.
    func prepare(_ data: Data, for size: PixelSize) throws -> PreparedDecode<Picture>

    /// Returns the memory used by the picture, in bytes.
    func cost(of picture: Picture) -> Int

    /// Returns whether an error from this decoder means that the bytes are broken. Broken bytes are removed from the
    /// cache and fetched again.
    ///
    /// Bytes that can't be decoded because of their format or a lack of memory aren't broken.
    func isDataBroken(accordingTo error: any Error) -> Bool
}

extension ImageDecoder {
    /// Returns `true` for every error.
    public func isDataBroken(accordingTo error: any Error) -> Bool { true }
}

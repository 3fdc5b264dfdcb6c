public import Foundation
public import ImageFormats

/// Makes pictures from encoded bytes.
public protocol ImageDecoder<Picture>: Sendable {
    /// A decoded picture.
    associatedtype Picture: Sendable

    /// Returns how much memory decoding takes at its peak, in bytes.
    ///
    /// Runs on the image loader, so it must be quick and read no more than the header.
    /// - Throws: An error if no picture has such a header, or if the picture can't be decoded here.
    func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int

    /// Returns the picture, decoded for a size.
    ///
    /// Called off the main actor. A decode that is cancelled after it has begun may run to its end.
    /// - Throws: An error if the bytes make no picture, or `CancellationError` if the task was cancelled before it began.
    func decode(_ data: Data, for size: PixelSize) async throws -> Picture

    /// Returns how much memory the picture takes, in bytes.
    func cost(of picture: Picture) -> Int

    /// Returns whether an error that this decoder has thrown means that the bytes are broken, so that they are removed
    /// from the cache and fetched again.
    ///
    /// Bytes that can't be decoded here, because of their format or for want of memory, aren't broken.
    func isDataBroken(accordingTo error: any Error) -> Bool
}

extension ImageDecoder {
    /// Returns `true` for every error.
    public func isDataBroken(accordingTo error: any Error) -> Bool { true }
}

public import Foundation
public import ImageFormats

/// Makes pictures of encoded bytes (N029, N030).
public protocol ImageDecoder<Picture>: Sendable {
    associatedtype Picture: Sendable

    /// What decoding will take at its peak, in bytes, by the header alone; quick.
    /// - Throws: an error if no picture has such a header, or if the picture is one that is never decoded.
    func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int

    /// The picture at the size it is shown at. Runs off the main thread. What has begun may go on to its end
    /// when it is cancelled.
    /// - Throws: an error if the bytes make no picture (B236), or `CancellationError` if it was cancelled before it began.
    func decode(_ data: Data, for size: PixelSize) async throws -> Picture

    /// What the picture takes in memory, in bytes (N028).
    func cost(of picture: Picture) -> Int

    /// Whether an error that was thrown here says that the bytes are broken, so that others are asked for (N025). Bytes
    /// that are only not decoded here, as their format is not, or for want of memory, stay as they are.
    func isFault(ofBytes error: any Error) -> Bool
}

extension ImageDecoder {
    public func isFault(ofBytes error: any Error) -> Bool { true }
}

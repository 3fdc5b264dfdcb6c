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

/// A decode whose header has been read.
public struct PreparedDecode<Picture: Sendable>: Sendable {
    /// The peak memory for decoding, in bytes.
    public let estimatedBytes: Int
    /// Returns the picture.
    ///
    /// Called off the main actor, and again if all requests were cancelled and new ones arrived. A decode that is
    /// cancelled after it has begun may still finish. Throws an error if the bytes can't be decoded, or
    /// `CancellationError` if the task was cancelled before decoding began.
    public let decode: @Sendable () async throws -> Picture

    /// Creates a decode. The default estimate suits decoders whose memory doesn't matter.
    public init(estimatedBytes: Int = 0, decode: @escaping @Sendable () async throws -> Picture) {
        self.estimatedBytes = estimatedBytes
        self.decode = decode
    }
}

/// A picture in memory.
public struct CachedPicture<Picture: Sendable>: Sendable {
    /// The picture.
    public let picture: Picture
    /// Whether the picture was decoded for the requested size. Another picture may be shown until the picture of the
    /// right size has loaded.
    public let isExact: Bool

    /// Creates a cached picture.
    public init(picture: Picture, isExact: Bool) {
        self.picture = picture
        self.isExact = isExact
    }
}

extension CachedPicture: Equatable where Picture: Equatable {}

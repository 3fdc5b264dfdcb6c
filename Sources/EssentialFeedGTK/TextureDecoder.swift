public import Foundation
public import GtkKit
public import ImageDecoding
public import ImageFormats
public import ImagePipeline

/// A decoder that makes textures from image data, off the main thread.
public nonisolated struct TextureDecoder: ImageDecoder {
    private let decoder = PictureDecoder()

    /// Creates a decoder.
    public init() {}

    /// Returns the memory that decoding takes at its peak, in bytes, as estimated from the header.
    /// - Throws: ``PictureError`` if the header isn't that of a picture.
    public func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
        try PictureDecoder.header(of: data).estimatedBytes(filling: size)
    }

    /// Decodes the data. Once it has begun, decoding runs to its end even if it is cancelled.
    /// - Throws: ``PictureError``, or `CancellationError` if it was cancelled before it began.
    @concurrent
    public func decode(_ data: Data, for size: PixelSize) async throws -> Texture {
        try Task.checkCancellation()
        return Texture(try decoder.decode(data, filling: size))
    }

    /// Returns `true` unless the error is about the format, the memory, the size or the time.
    public func isDataBroken(accordingTo error: any Error) -> Bool {
        switch error as? PictureError {
        case .undecodable, nil: true
        case .unsupportedFormat, .noMemory, .tooLarge, .tooSlow: false
        }
    }

    /// Returns the memory that the texture takes, in bytes.
    public func cost(of picture: Texture) -> Int { picture.bytes }
}

nonisolated extension Texture {
    /// Creates a texture from a picture's pixels, without copying them.
    public convenience init(_ picture: Picture) {
        self.init(
            width: picture.size.width, height: picture.size.height,
            layout: picture.layout == .rgb ? .rgb : .premultipliedBGRA, pixels: picture.pixels, owner: picture)
    }
}

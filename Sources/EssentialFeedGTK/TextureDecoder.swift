public import Foundation
public import GtkKit
public import ImageDecoding
public import ImageFormats
public import ImagePipeline

/// Decodes images to textures, off the main thread.
public nonisolated struct TextureDecoder: ImageDecoder {
    private let decoder = PictureDecoder()

    /// Creates a decoder.
    public init() {}

    /// - Throws: `PictureError` if the header isn't one of an image that is decoded.
    public func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
        try PictureDecoder.header(of: data).estimatedBytes(filling: size)
    }

    /// Decodes to the end once begun, even if cancelled.
    /// - Throws: `PictureError`, or `CancellationError` if cancelled before it has begun.
    @concurrent
    public func decode(_ data: Data, for size: PixelSize) async throws -> Texture {
        try Task.checkCancellation()
        return Texture(try decoder.decode(data, filling: size))
    }

    public func isFault(ofBytes error: any Error) -> Bool {
        switch error as? PictureError {
        case .undecodable, nil: true
        case .unsupportedFormat, .noMemory, .tooLarge, .tooSlow: false
        }
    }

    /// In bytes.
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

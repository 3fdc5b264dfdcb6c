package import DecoderProcess
package import EssentialFeed
package import Foundation
package import GtkKit
package import ImageFormats
import ImagePipeline

/// A decoder that creates textures from image data in separate processes.
package nonisolated struct TextureDecoder: ImageDecoder {
    private let pool: DecoderPool

    /// Creates a decoder.
    /// - Parameter pool: Manages the decoder processes.
    package init(_ pool: DecoderPool) {
        self.pool = pool
    }

    /// Returns the peak memory that decoding uses, in bytes, as estimated from the header.
    /// - Throws: `PictureError` if the header isn't that of a picture, or the picture needs more than the pool allows.
    package func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
        try pool.estimatedBytes(of: data, filling: size)
    }

    /// Decodes the data. Once started, decoding runs to its end even if it is cancelled.
    /// - Throws: `PictureError`, `DecoderError`, or `CancellationError` if it was cancelled before it began.
    package func decode(_ data: Data, for size: PixelSize) async throws -> Texture {
        let isAnimated = AnimationInfo.isAnimation(data)
        return Texture(try await pool.picture(of: data, filling: size), isAnimated: isAnimated)
    }

    /// Opens the animation in the data.
    /// - Returns: `nil` if the data is a still image or isn't an image.
    /// - Throws: `PictureError`.
    package func animation(of data: Data) async throws -> (any Animation<Texture>)? {
        try await pool.animation(of: data).map { TextureAnimation($0) }
    }

    /// Returns `true` unless the error is caused by the format, memory, size, time or decoder process.
    package func isDataBroken(accordingTo error: any Error) -> Bool {
        switch error as? PictureError {
        case .undecodable: true
        case .unsupportedFormat, .noMemory, .tooLarge, .tooSlow: false
        case nil: !(error is DecoderError)
        }
    }

    /// Returns the memory that the texture uses, in bytes.
    package func cost(of picture: Texture) -> Int { picture.bytes }
}

nonisolated extension Texture {
    /// Creates a texture from a picture's pixels, without copying them.
    /// - Parameter isAnimated: Whether the picture is the first frame of an animation.
    package convenience init(_ picture: DecodedPicture, isAnimated: Bool = false) {
        self.init(
            width: picture.size.width, height: picture.size.height,
            layout: picture.layout == .rgb ? .rgb : .premultipliedBGRA, pixels: picture.pixels, owner: picture,
            isAnimated: isAnimated)
    }
}

import EssentialFeed
public import Foundation
public import GtkKit
public import ImagePipeline

/// Makes textures of encoded images, off the main thread (N029, N030).
public nonisolated struct TextureDecoder: ImageDecoder {
    private let decoder = PictureDecoder()

    public init() {}

    /// - Throws: ``PictureError`` for a header of no picture.
    public func estimatedBytes(of data: Data, for size: PixelSize) throws -> Int {
        try PictureDecoder.header(of: data).estimatedBytes(filling: PictureSize(size))
    }

    /// Goes on to its end once it has begun, whether it is cancelled or not.
    /// - Throws: ``PictureError``, or `CancellationError` if it was cancelled before it began.
    @concurrent
    public func decode(_ data: Data, for size: PixelSize) async throws -> Texture {
        try Task.checkCancellation()
        return try decoder.decode(data, filling: PictureSize(size))
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

nonisolated extension PictureSize {
    init(_ size: PixelSize) {
        self.init(width: size.width, height: size.height)
    }
}

nonisolated extension PixelSize {
    /// The same size.
    public init(_ size: PictureSize) {
        self.init(width: size.width, height: size.height)
    }
}

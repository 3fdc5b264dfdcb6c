import EssentialFeed
import Foundation
import GtkKit

/// Makes textures of encoded images, off the main thread (N029, N030).
nonisolated struct TextureDecoder: FeedImageDecoder {
    private let decoder = PictureDecoder()

    func estimatedBytes(of data: Data, for size: FeedImageSize) throws -> Int {
        try PictureDecoder.header(of: data).estimatedBytes(filling: PictureSize(size))
    }

    @concurrent
    func decode(_ data: Data, for size: FeedImageSize) async throws -> Texture {
        try Task.checkCancellation()
        return try decoder.decode(data, filling: PictureSize(size))
    }

    func cost(of picture: Texture) -> Int { picture.bytes }
}

nonisolated extension PictureSize {
    init(_ size: FeedImageSize) {
        self.init(width: size.width, height: size.height)
    }
}

nonisolated extension FeedImageSize {
    init(_ size: PictureSize) {
        self.init(width: size.width, height: size.height)
    }
}

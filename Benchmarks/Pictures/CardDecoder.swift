import EssentialFeed
import Foundation
import GtkKit

/// The app's decoder: its own is part of its program.
struct CardDecoder: FeedImageDecoder {
    /// Of a card's picture in the app's window, in pixels.
    static let cardSize = FeedImageSize(width: 552, height: 414)

    private let decoder = PictureDecoder()

    func estimatedBytes(of data: Data, for size: FeedImageSize) throws -> Int {
        try PictureDecoder.header(of: data).estimatedBytes(filling: Self.box(size))
    }

    @concurrent
    func decode(_ data: Data, for size: FeedImageSize) async throws -> Texture {
        try Task.checkCancellation()
        return try decoder.decode(data, filling: Self.box(size))
    }

    func cost(of picture: Texture) -> Int { picture.bytes }

    private static func box(_ size: FeedImageSize) -> PictureSize {
        PictureSize(width: size.width, height: size.height)
    }
}

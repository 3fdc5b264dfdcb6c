package import Foundation
package import ImageFormats

/// The use case "Load feed image animation": loads the animation from the bytes of the displayed picture.
///
/// Nothing is downloaded, so a still variant stays a still even if another variant is animated.
package struct LoadFeedImageAnimation<Picture: Sendable>: Sendable {
    package typealias Cached = @Sendable (URL) async throws -> Data?
    /// Opens the animation in the bytes, or returns `nil` if they contain a still.
    package typealias Open = @Sendable (Data) async throws -> (any Animation<Picture>)?

    private let cached: Cached
    private let open: Open

    package init(cached: @escaping Cached, open: @escaping Open) {
        self.cached = cached
        self.open = open
    }

    /// Opens the animation of an image.
    /// - Returns: `nil` if the image is a still, or isn't cached.
    package func load(_ image: FeedImage, shownAt size: PixelSize) async throws -> (any Animation<Picture>)? {
        for url in image.choice(filling: size).best + [image.url] {
            if let data = try await cached(url) { return try await open(data) }
        }
        return nil
    }
}

/// An animation whose frames are decoded as needed.
package protocol Animation<Picture>: Sendable {
    associatedtype Picture: Sendable

    var header: AnimationInfo { get }

    /// Decodes the next frames, at least one. The first frame follows the last one.
    /// - Throws: An error if a frame is broken or can't currently be decoded. The next call retries the frame.
    func next() async throws -> [Picture]
}

public import Foundation

/// How many images of a feed are saved.
public struct SaveFeedImagesResult: Sendable {
    /// An image that isn't saved or renewed, and why.
    public struct Failure: Sendable {
        /// The image.
        public let url: URL
        /// The error that its load threw.
        public let error: any Error
    }

    /// How many images the feed has.
    public let total: Int
    /// How many of them are cached.
    public internal(set) var saved = 0
    /// How many have been loaded, but couldn't or mustn't be cached.
    public internal(set) var unsaved = 0
    /// Whether the limit of the disk leaves no room for all of them.
    public internal(set) var isLimited = false
    /// How many bytes came from the server.
    public internal(set) var downloadedBytes = 0
    /// The images that couldn't be loaded.
    public internal(set) var failures: [Failure] = []
    /// The cached images that couldn't be renewed.
    public internal(set) var unrenewed: [Failure] = []

    /// How many images have been dealt with.
    public var done: Int { saved + unsaved + failures.count }

    /// Whether all images are cached.
    public var isComplete: Bool { saved == total }
}

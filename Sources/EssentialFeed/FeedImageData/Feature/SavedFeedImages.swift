public import Foundation

/// How far the images of a feed are saved (N032).
public struct SavedFeedImages: Sendable {
    /// Why an image is not saved.
    public struct Failure: Sendable {
        public let url: URL
        public let error: any Error
    }

    /// How many images the feed has.
    public let total: Int
    /// How many of them are stored.
    public internal(set) var saved = 0
    /// How many came, and could not or must not be kept.
    public internal(set) var unsaved = 0
    /// Whether the limit of the disk leaves no room for all of them.
    public internal(set) var isLimited = false
    /// What came from the server.
    public internal(set) var downloadedBytes = 0
    public internal(set) var failures: [Failure] = []
    /// Those that are stored, of which the server did not say whether they are still current.
    public internal(set) var unrenewed: [Failure] = []

    /// How many have been looked after.
    public var done: Int { saved + unsaved + failures.count }

    public var isComplete: Bool { saved == total }
}

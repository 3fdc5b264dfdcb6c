public import Foundation
import HTTPTransport

/// How many images of a feed are saved.
public struct SaveFeedImagesResult: Sendable {
    /// An image that couldn't be saved or renewed, with the error.
    public struct Failure: Sendable {
        /// The image.
        public let url: URL
        /// The error that its load threw.
        public let error: any Error
    }

    /// The progress of saving.
    public struct Progress: Hashable, Sendable {
        /// How many images the feed has.
        public let total: Int
        /// How many of them are cached.
        public let saved: Int
        /// How many of them have been processed.
        public let done: Int
        /// How many bytes were downloaded.
        public let downloadedBytes: Int
    }

    /// How many images the feed has.
    public let total: Int
    /// How many of them are cached.
    public internal(set) var saved = 0
    /// How many images were loaded but couldn't be cached or aren't allowed to be.
    public internal(set) var unsaved = 0
    /// Whether the disk limit is too small for all of them.
    public internal(set) var isLimited = false
    /// How many bytes were downloaded.
    public internal(set) var downloadedBytes = 0
    /// The images that couldn't be loaded.
    public internal(set) var failures: [Failure] = []
    /// The cached images that couldn't be renewed.
    public internal(set) var unrenewed: [Failure] = []

    /// How many images have been processed.
    public var done: Int { saved + unsaved + failures.count }

    /// The counts without the lists: copying the lists after each image would take quadratic time.
    var progress: Progress { Progress(total: total, saved: saved, done: done, downloadedBytes: downloadedBytes) }

    /// Whether all images are cached.
    public var isComplete: Bool { saved == total }
}

extension SaveFeedImagesResult.Failure: CustomStringConvertible, CustomReflectable {
    /// The URL without its secrets, and the error.
    public var description: String { "\(url.withoutSecrets.absoluteString): \(error)" }
    /// A mirror without the URL's secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url.withoutSecrets.absoluteString, "error": error])
    }
}

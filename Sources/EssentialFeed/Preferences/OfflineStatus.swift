/// The progress of caching images for offline use.
public struct OfflineStatus: Hashable, Sendable {
    /// What the app is doing about missing images.
    public enum Phase: Hashable, Sendable {
        /// Nothing: all images are cached, or the next attempt follows when the feed is reloaded.
        case idle
        /// Caching them.
        case saving
        /// Waiting for a network that may be used.
        case paused
    }

    /// How many of the wanted images are cached.
    public var images: SavedImages
    /// What the app is doing about the missing ones.
    public var phase: Phase

    /// Creates a status.
    public init(images: SavedImages, phase: Phase) {
        self.images = images
        self.phase = phase
    }
}

/// The progress of caching images for offline use.
package struct OfflineStatus: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// Nothing: all images are cached, or the next attempt follows when the feed is reloaded.
        case idle
        case saving
        /// Waiting for a network that may be used.
        case paused
    }

    package var images: SavedImages
    package var phase: Phase

    package init(images: SavedImages, phase: Phase) {
        self.images = images
        self.phase = phase
    }
}

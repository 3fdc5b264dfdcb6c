import EssentialFeed

/// Describes how many of a feed's images are available offline.
enum OfflineImages {
    /// - Parameter isComplete: Whether the whole feed is available offline. By default, it is if all images are saved.
    static func text(_ saved: Int, of total: Int, isComplete: Bool? = nil, in language: Language) -> String {
        let message = isComplete ?? (saved == total) ? ProgramStrings.offlineComplete : .offlinePartly
        return ProgramStrings.table.text(message, in: language, String(total), String(saved))
    }

    /// - Parameter count: The number of images in the saved feed. Fewer may have been requested.
    static func text(_ images: SavedImages, ofFeedWith count: Int, in language: Language) -> String {
        guard images.total < count else { return text(images.saved, of: images.total, in: language) }
        let message =
            images.saved == images.total ? ProgramStrings.newestComplete : .newestPartly
        return ProgramStrings.table.text(message, in: language, String(images.total), String(images.saved))
    }
}

import EssentialFeed

/// Describes how many of a feed's images are available offline.
enum OfflineImages {
    /// - Parameter isComplete: Whether the whole feed is available offline. By default, it is if all images are saved.
    static func text(_ saved: Int, of total: Int, isComplete: Bool? = nil, in language: Language) -> String {
        text(.offlineFeed, total, saved: saved, isComplete: isComplete ?? (saved == total), in: language)
    }

    /// - Parameter count: The number of images in the saved feed. Fewer may have been requested.
    static func text(_ images: SavedImages, ofFeedWith count: Int, in language: Language) -> String {
        guard images.total < count else { return text(images.saved, of: images.total, in: language) }
        return text(
            .offlineNewest, images.total, saved: images.saved, isComplete: images.saved == images.total, in: language)
    }

    private static func text(
        _ photos: ProgramStrings, _ total: Int, saved: Int, isComplete: Bool, in language: Language
    ) -> String {
        let parts = [language.text(photos, String(total)), language.text(ProgramStrings.offlineSaved, String(saved))]
        return (parts + (isComplete ? [language.text(ProgramStrings.offlineComplete)] : [])).joined(separator: ", ")
    }
}

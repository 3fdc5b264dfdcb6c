import EssentialFeed

/// Says how many images of a feed can be seen offline.
enum OfflineImages {
    /// - Parameter isComplete: Whether the whole feed can be seen offline. By default, it can if all images are saved.
    static func text(_ saved: Int, of total: Int, isComplete: Bool? = nil, in language: Language) -> String {
        let message = isComplete ?? (saved == total) ? ProgramStrings.offlineComplete : .offlinePartly
        return ProgramStrings.table.text(message, in: language, String(total), String(saved))
    }
}

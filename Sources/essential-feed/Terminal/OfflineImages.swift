import EssentialFeed

/// Says how far a feed can be seen offline (N032).
enum OfflineImages {
    /// - Parameter isComplete: `nil`: where all are saved.
    static func text(_ saved: Int, of total: Int, isComplete: Bool? = nil, in language: Language) -> String {
        let message = isComplete ?? (saved == total) ? ProgramStrings.offlineComplete : .offlinePartly
        return ProgramStrings.table.text(message, in: language, String(total), String(saved))
    }
}

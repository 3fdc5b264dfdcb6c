import EssentialFeed

/// Says how far a feed can be seen offline (N032).
enum OfflineImages {
    static func text(_ saved: Int, of total: Int, in language: Language) -> String {
        ProgramStrings.table.text(
            saved == total ? .offlineComplete : .offlinePartly, in: language, String(total), String(saved))
    }
}

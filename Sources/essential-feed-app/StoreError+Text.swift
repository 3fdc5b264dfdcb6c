import EssentialFeed
import EssentialFeedGTK
import EssentialFeedStore

extension StoreError {
    /// Returns the message that new photos aren't saved, with the reason, or `nil` if the user doesn't need to know.
    nonisolated func text(folder: String, in language: Language) -> String? {
        switch kind {
        case .full: language.diskFull
        case .readOnly, .inaccessible, .inputOutput: language.cacheUnusable(folder)
        case .inUse: language.cacheInUse
        case .newerVersion: language.cacheOfNewerVersion
        case .corrupt, .imageTooLarge, .busy, .other: nil
        }
    }
}

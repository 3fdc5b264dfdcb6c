import EssentialFeed
import EssentialFeedGTK
import EssentialFeedStore

extension StoreError {
    /// What to tell of a cache that does not take what comes; `nil` where that is another's to tell.
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

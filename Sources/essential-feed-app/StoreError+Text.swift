import EssentialFeed
import EssentialFeedGTK
import EssentialFeedStore

extension StoreError {
    /// Returns what to say about a cache that takes nothing more, or `nil` if the person need not know.
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

import EssentialFeed
import EssentialFeedGTK
import EssentialFeedStore

extension StoreError {
    /// Returns the message that nothing new is saved, and why, or `nil` if the person need not know.
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

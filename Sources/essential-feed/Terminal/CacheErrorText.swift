import EssentialFeed
import EssentialFeedStore
import Foundation

/// Explains why nothing new can be saved, and what to do. Photos and feeds saved earlier are kept.
enum CacheErrorText {
    static func text(for error: StoreError, folder: URL, in language: Language) -> String {
        let path = TerminalText.line(folder.path(percentEncoded: false))
        return switch error.kind {
        case .inUse: language.text(ProgramStrings.cacheInUse)
        case .full: language.text(ProgramStrings.diskFull, path)
        case .readOnly: language.text(ProgramStrings.diskReadOnly, path)
        case .newerVersion: language.text(ProgramStrings.cacheNewer)
        case .inputOutput: language.text(ProgramStrings.diskFailing, path)
        default: language.text(ProgramStrings.inMemory, path)
        }
    }
}

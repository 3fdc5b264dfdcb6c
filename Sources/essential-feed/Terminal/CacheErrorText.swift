import EssentialFeed
import EssentialFeedStore
import Foundation

/// Explains why nothing new can be saved, and what to do. Photos and feeds saved earlier are kept.
enum CacheErrorText {
    static func text(for error: StoreError, folder: URL, in language: Language) -> String {
        let path = TerminalText.line(folder.path(percentEncoded: false))
        let table = ProgramStrings.table
        return switch error.kind {
        case .inUse: table.text(.cacheInUse, in: language)
        case .full: table.text(.diskFull, in: language, path)
        case .readOnly: table.text(.diskReadOnly, in: language, path)
        case .newerVersion: table.text(.cacheNewer, in: language)
        case .inputOutput: table.text(.diskFailing, in: language, path)
        default: table.text(.inMemory, in: language, path)
        }
    }
}

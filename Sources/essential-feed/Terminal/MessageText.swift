import EssentialFeed
import EssentialFeedStore
import Foundation

extension String {
    /// The sentences as one line for standard error, without an initial capital or a final full stop.
    ///
    /// Only for texts without file names, in which a full stop may mean something else.
    var asMessage: String {
        let text = hasSuffix(".") ? dropLast() : self[...]
        return text.split(separator: ". ").map { sentence in
            let rest = sentence.dropFirst()
            return rest.first?.isUppercase == true ? String(sentence) : sentence.prefix(1).lowercased() + rest
        }.joined(separator: "; ")
    }
}

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

enum OfflineImages {
    static func text(_ images: SavedImages, isWholeFeed: Bool, isComplete: Bool, in language: Language) -> String {
        let photos = isWholeFeed ? ProgramStrings.offlineFeed : .offlineNewest
        let parts = [
            language.text(photos, String(images.total)),
            language.text(ProgramStrings.offlineSaved, String(images.saved)),
        ]
        return (parts + (isComplete ? [language.text(ProgramStrings.offlineComplete)] : [])).joined(separator: ", ")
    }
}

package import EssentialFeed
package import GtkKit

/// The texts that the app shows outside the screens.
extension Language {
    /// The name of the photos that come with the app.
    package nonisolated var demo: String { text(.demo) }
    /// The message that the demo couldn't be started.
    package nonisolated var demoFailed: String { text(.demoFailed) }
    /// The message that the picture was copied.
    package nonisolated var copied: String { text(.copied) }
    /// The message that the copy was saved.
    package nonisolated var saved: String { text(.saved) }
    /// The message that a copy couldn't be saved.
    package nonisolated var cannotSave: String { text(.cannotSave) }
    /// Returns the message that copies of some of the photos were saved.
    package nonisolated func saved(_ count: Int, of total: Int) -> String {
        count == total
            ? text(.copiesSaved, String(count))
            : text(PreferencesStrings.offlinePartlySaved, String(total), String(count))
    }
    /// The message that a photo couldn't be printed.
    package nonisolated var cannotPrint: String { text(.cannotPrint) }
    /// The message that a photo's file has vanished.
    package nonisolated var fileIsGone: String { text(.fileIsGone) }
    /// The message that a folder isn't on this computer.
    package nonisolated var notOnThisComputer: String { text(.notOnThisComputer) }
    /// The message that an animation couldn't be played.
    package nonisolated var cannotPlay: String { text(.cannotPlay) }
    /// The name of a photo without texts.
    package nonisolated var photo: String { text(.photo) }
    /// The message that new photos aren't saved because the disk is full.
    package nonisolated var diskFull: String { text(.diskFull) }
    /// The message that new photos aren't saved because another program is using the cache.
    package nonisolated var cacheInUse: String { text(.cacheInUse) }
    /// The message that new photos aren't saved because a newer version of the program wrote the cache.
    package nonisolated var cacheOfNewerVersion: String { text(.cacheOfNewerVersion) }

    /// The message that saved photos couldn't be deleted.
    package nonisolated var cannotDelete: String { text(.cannotDelete) }

    /// The reason that a file isn't a photo in a supported format.
    package nonisolated var notAPhoto: String { text(.notAPhoto) }
    /// The reason that a file is incomplete.
    package nonisolated var incompleteFile: String { text(.incompleteFile) }
    /// The reason that a file is empty.
    package nonisolated var emptyFile: String { text(.emptyFile) }
    /// The reason that a file can't be read.
    package nonisolated var unreadableFile: String { text(.unreadableFile) }
    /// The reason that a file can't be decoded.
    package nonisolated var undecodableFile: String { text(.undecodableFile) }

    /// Returns the message that a portal didn't take a photo.
    package nonisolated func cannotSend(to portal: Portal) -> String {
        switch portal {
        case .openWith: text(.cannotOpenPhoto)
        case .background: text(.cannotSetBackground)
        case .email: text(.cannotEmail)
        }
    }

    /// Returns the message that files of a folder can't be shown.
    package nonisolated func cannotShow(_ count: Int) -> String { text(.cannotShow, String(count)) }

    /// Returns the line after a list of files with the number of remaining files.
    package nonisolated func andMore(_ count: Int) -> String { text(.andMore, String(count)) }

    /// Returns the message that a folder of photos can't be shown.
    package nonisolated func folderUnreadable(_ folder: String) -> String { text(.folderUnreadable, folder) }

    /// Returns the message that new photos aren't saved because the cache folder can't be used.
    package nonisolated func cacheUnusable(_ folder: String) -> String { text(.cacheUnusable, folder) }
}

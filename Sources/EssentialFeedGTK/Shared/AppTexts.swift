public import EssentialFeed

/// The texts that the program shows outside the screens.
extension Language {
    /// The message that the demo could not be started.
    public nonisolated var demoFailed: String { text(.demoFailed) }
    /// Says that the picture was copied.
    public nonisolated var copied: String { text(.copied) }
    /// Says that the copy was saved.
    public nonisolated var saved: String { text(.saved) }
    /// The message that a copy could not be saved.
    public nonisolated var cannotSave: String { text(.cannotSave) }
    /// The message that a folder isn't on this computer.
    public nonisolated var notOnThisComputer: String { text(.notOnThisComputer) }
    /// The message that an animation could not be played.
    public nonisolated var cannotPlay: String { text(.cannotPlay) }
    /// The name of a photo that says nothing of itself.
    public nonisolated var photo: String { text(.photo) }
    /// The message that nothing new is saved because the disk is full.
    public nonisolated var diskFull: String { text(.diskFull) }
    /// The message that nothing new is saved because another program is using the cache.
    public nonisolated var cacheInUse: String { text(.cacheInUse) }
    /// The message that nothing new is saved because a newer version of the program wrote the cache.
    public nonisolated var cacheOfNewerVersion: String { text(.cacheOfNewerVersion) }

    /// The message that saved photos could not be deleted.
    public nonisolated var cannotDelete: String { text(.cannotDelete) }

    /// Returns the message that a folder of photos can't be shown.
    public nonisolated func folderUnreadable(_ folder: String) -> String { text(.folderUnreadable, folder) }

    /// Returns the message that nothing new is saved because the cache folder cannot be used.
    public nonisolated func cacheUnusable(_ folder: String) -> String { text(.cacheUnusable, folder) }
}

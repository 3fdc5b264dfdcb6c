public import EssentialFeed

/// Texts that the program shows beside the screens.
extension Language {
    /// That the demo could not be started.
    public nonisolated var demoFailed: String { text(.demoFailed) }
    /// That what comes is not saved, because the disk is full.
    public nonisolated var diskFull: String { text(.diskFull) }
    /// That what comes is not saved, because another program writes to the cache.
    public nonisolated var cacheInUse: String { text(.cacheInUse) }
    /// That what comes is not saved, because of what wrote the cache.
    public nonisolated var cacheOfNewerVersion: String { text(.cacheOfNewerVersion) }

    /// That what comes is not saved, because the folder cannot be used.
    public nonisolated func cacheUnusable(_ folder: String) -> String { text(.cacheUnusable, folder) }
}

public import EssentialFeed

/// The texts that the program shows apart from the screens.
extension Language {
    /// Says that the demo could not be started.
    public nonisolated var demoFailed: String { text(.demoFailed) }
    /// Says that nothing new is saved because the disk is full.
    public nonisolated var diskFull: String { text(.diskFull) }
    /// Says that nothing new is saved because another program writes to the cache.
    public nonisolated var cacheInUse: String { text(.cacheInUse) }
    /// Says that nothing new is saved because a newer version of the program wrote the cache.
    public nonisolated var cacheOfNewerVersion: String { text(.cacheOfNewerVersion) }

    /// Says that nothing new is saved because the folder cannot be used.
    public nonisolated func cacheUnusable(_ folder: String) -> String { text(.cacheUnusable, folder) }
}

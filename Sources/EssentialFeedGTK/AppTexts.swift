public import EssentialFeed

/// The texts that the program shows outside the screens.
extension Language {
    /// The message that the demo could not be started.
    public nonisolated var demoFailed: String { text(.demoFailed) }
    /// The message that nothing new is saved because the disk is full.
    public nonisolated var diskFull: String { text(.diskFull) }
    /// The message that nothing new is saved because another program is using the cache.
    public nonisolated var cacheInUse: String { text(.cacheInUse) }
    /// The message that nothing new is saved because a newer version of the program wrote the cache.
    public nonisolated var cacheOfNewerVersion: String { text(.cacheOfNewerVersion) }

    /// Returns the message that nothing new is saved because the cache folder cannot be used.
    public nonisolated func cacheUnusable(_ folder: String) -> String { text(.cacheUnusable, folder) }
}

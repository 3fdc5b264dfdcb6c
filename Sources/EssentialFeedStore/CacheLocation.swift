import EssentialFeed
public import Foundation

/// The default cache folder.
public enum CacheLocation {
    /// Returns `$XDG_CACHE_HOME/essential-feed`, or `~/.cache/essential-feed` if the variable isn't set to an absolute
    /// path.
    public static func folder(environment: [String: String]) -> URL {
        BaseDirectory.cache.url(environment: environment, home: .homeDirectory)
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }
}

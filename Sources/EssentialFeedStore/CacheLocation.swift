public import Foundation

/// Where caches are kept unless something else is asked for.
public enum CacheLocation {
    /// `$XDG_CACHE_HOME/essential-feed`; below `~/.cache` where the variable is unset or not an absolute path.
    public static func folder(environment: [String: String]) -> URL {
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        return (caches ?? home.appending(path: ".cache")).appending(path: "essential-feed", directoryHint: .isDirectory)
    }
}

import ArgumentParser

/// The options of every command that uses a server or its cache.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's address.",
            discussion: "Environment: ESSENTIAL_FEED_URL. Default: the server that the app used last.",
            valueName: "base"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Where the feed and images are saved.", discussion: "Default: $XDG_CACHE_HOME/essential-feed.",
            valueName: "dir"),
        completion: .directory)
    var cacheDir: String?

    @Flag(name: .shortAndLong, help: "Log to standard error what happens behind the scenes.")
    var verbose = false
}

import ArgumentParser
import EssentialFeed

/// The command line of the app.
struct AppOptions: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
        commandName: "essential-feed-app", abstract: "Your friends' newest photos, online and offline.",
        version: Version.current)

    @Option(
        help: ArgumentHelp(
            "The server's address.", discussion: "Environment: ESSENTIAL_FEED_URL. Default: the last one used.",
            valueName: "base"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Where the feed and images are saved.", discussion: "Default: $XDG_CACHE_HOME/essential-feed.",
            valueName: "dir"),
        completion: .directory)
    var cacheDir: String?

    @Option(
        help: ArgumentHelp(
            "Write to a file how long each stage of each image took.",
            discussion: "Perfetto (https://ui.perfetto.dev) and Speedscope open it.", valueName: "file"),
        completion: .file())
    var trace: String?

    @Flag(name: .shortAndLong, help: "Log to standard error what happens behind the scenes.")
    var verbose = false

    /// GTK's own option, with which the session's bus starts the app: it has no window until it is asked for one.
    @Flag(name: .customLong("gapplication-service"), help: .hidden)
    var isService = false
}

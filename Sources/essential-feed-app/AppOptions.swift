import ArgumentParser
import EssentialFeed
import EssentialFeedComposition

struct AppOptions: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
        commandName: "essential-feed-app",
        abstract: localized("See the photos that a friend shares with you, online and offline."),
        discussion: localized(
            """
            Examples:
              essential-feed-app
              essential-feed-app --url https://photos.example.com

            Exit status:
              0   the window was closed
              64  the command line is wrong
              71  the system's limits are too low

            Environment:
              ESSENTIAL_FEED_URL       the server's address, unless --url is given
              HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                                       proxies to use, and hosts to reach directly
              SSL_CERT_FILE            certificates to trust, in place of the system's
              LANGUAGE, LC_ALL, LANG   the language: en, el or pt_BR

            Files:
              ~/.cache/essential-feed        feeds and photos saved for offline use
              ~/.config/essential-feed       settings and, without a keyring, sign-ins
              ~/.local/state/essential-feed  the state of folders shown as a feed
            """),
        version: "essential-feed-app \(Version.current)")

    @Option(
        help: ArgumentHelp(
            localized("The server's address."),
            discussion: localized(
                """
                Environment: ESSENTIAL_FEED_URL, which hides a link's password from other users. The app saves \
                the password. Default: the last one used.
                """),
            valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            localized("The folder where feeds and photos are saved."),
            discussion: localized("Default: $XDG_CACHE_HOME/essential-feed."),
            valueName: "dir"),
        completion: .directory)
    var cacheDir: String?

    @Flag(name: .shortAndLong, help: localized("Log details to standard error."))
    var verbose = false

    /// GTK's own option, which the session bus passes to start the app, still without a window.
    @Flag(name: .customLong("gapplication-service"), help: .hidden)
    var isService = false
}

nonisolated private func localized(_ message: Message) -> ArgumentHelp { ArgumentHelp(localized(message)) }

import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import HTTPTransport

struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized("The server's address."),
            discussion: localized(
                """
                Environment: ESSENTIAL_FEED_URL, which hides a link's password from other users. Default: the server \
                that the app used last.
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

    @Option(
        help: ArgumentHelp(
            localized("Trust the server's certificate with this SHA-256 fingerprint, and no other, for this command."),
            discussion: localized("The app remembers certificates that you trust there."), valueName: "sha256"),
        transform: { text in
            guard let fingerprint = CertificateFingerprint(text) else {
                throw ValidationError(localized("a SHA-256 fingerprint has 64 hexadecimal digits"))
            }
            return fingerprint
        })
    var trustFingerprint: CertificateFingerprint?

    @Flag(name: .shortAndLong, help: localized("Log details to standard error."))
    var verbose = false

    @Flag(name: .shortAndLong, help: localized("Write only errors to standard error: no notes and no progress."))
    var quiet = false

    func validate() throws {
        guard !verbose || !quiet else {
            throw ValidationError(localized("--verbose and --quiet can’t be used together"))
        }
    }
}

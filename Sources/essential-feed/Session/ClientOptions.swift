import ArgumentParser
import HTTPTransport

/// The options of every command that uses a server or its cache.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's address.",
            discussion: "Environment: ESSENTIAL_FEED_URL. Default: the server that the app used last.",
            valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The folder where feeds and photos are saved.", discussion: "Default: $XDG_CACHE_HOME/essential-feed.",
            valueName: "dir"),
        completion: .directory)
    var cacheDir: String?

    @Option(
        help: ArgumentHelp(
            "Trust the server's certificate with this SHA-256 fingerprint, and no other, for this call.",
            discussion: "The app remembers certificates that you trust there.", valueName: "sha256"),
        transform: { text in
            guard let fingerprint = CertificateFingerprint(text) else {
                throw ValidationError("a SHA-256 fingerprint has 64 hexadecimal digits")
            }
            return fingerprint
        })
    var trustFingerprint: CertificateFingerprint?

    @Flag(name: .shortAndLong, help: "Log details to standard error.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Write only errors to standard error: no notes and no progress.")
    var quiet = false

    func validate() throws {
        guard !verbose || !quiet else { throw ValidationError("--verbose and --quiet exclude each other") }
    }
}

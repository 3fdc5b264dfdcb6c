import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Logging

/// The app's environment at its start: options, environment variables, language, log.
struct Surroundings: Sendable {
    let environment: [String: String]
    let language: Language
    let logger: Logger
    let cacheFolder: URL
    let network: NetworkSettings
    let tracePath: String?
    let now: @Sendable () -> Date = { Date() }
    /// The time, language and clock of the screens.
    let screens: ScreenContext
    /// The executable of the running program.
    let executable: URL
    /// Reads and writes the app's own files, which are small.
    let disk = DiskWork()
    /// Deletes files that may be large, separately, so that small files don't wait.
    let deletions = DiskWork()
    /// Writes copies of photos to the files that the user chooses, possibly on a slow disk.
    let copies = DiskWork()
    /// Decodes images. The decoder processes start when a session opens.
    let decoders: DecoderPool
    /// Saves the names and passwords of servers: in the keyring or, without one, in a file.
    let signIns: any SignInStore
    /// Logs an error that users don't need to see.
    let report: @Sendable (any Error) -> Void

    /// - Throws: `ProxySettingsError`.
    init(_ options: AppOptions, environment: [String: String]) throws {
        network = try NetworkSettings(environment: environment)
        self.environment = environment
        language = Language(environment: environment)
        cacheFolder =
            options.cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
        tracePath = options.trace
        signIns = FallbackSignInStore(Keyring(), fallback: SignInFile(environment: environment))
        var logger = Logger(label: "essential-feed-app") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = options.verbose ? .debug : .critical
        self.logger = logger
        report = { [logger] in logger.warning("\($0)") }
        screens = ScreenContext(now: now, language: language, reconnectClock: ContinuousClock(), report: report)
        executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        decoders = DecoderPool(
            program: DecoderProgram(for: executable, environment: environment), report: report)
    }
}

import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Logging

/// What surrounds the app when it starts: its options, the environment, the language, the time, the log.
struct Surroundings: Sendable {
    let environment: [String: String]
    let language: Language
    let logger: Logger
    let cacheFolder: URL
    let network: NetworkSettings
    let tracePath: String?
    let now: @Sendable () -> Date = { Date() }
    /// The file of the running program.
    let executable: URL
    /// Reads and writes the app's own files, which are small.
    let disk = DiskWork()
    /// Deletes what may be large, so that small files needn't wait for it.
    let deletions = DiskWork()
    /// Writes copies of photos where the person wants them, perhaps to a slow disk.
    let copies = DiskWork()
    /// Decodes images. Its processes start when a session opens.
    let decoders: DecoderPool
    /// Saves the names and passwords of servers: in the keyring, or in a file if there is none.
    let signIns: any SignInStore
    /// Logs an error that people don't need to see.
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
        executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        decoders = DecoderPool(
            program: DecoderProgram(for: executable, environment: environment), report: report)
    }
}

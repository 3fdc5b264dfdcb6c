import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Files
import Foundation
import Logging

struct AppEnvironment: Sendable {
    let variables: [String: String]
    /// The server, cache folder and language.
    let start: ProgramStart
    let network: NetworkSettings
    let options: AppOptions
    let logger: Logger
    /// The time, language and clock of the screens. Its `report` logs an error that users don't need to see.
    let screens: ScreenContext
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    /// Reads and writes the app's own files, which are small.
    let disk = DiskWork()
    /// Deletes possibly large files separately: small files don't wait.
    let deletions = DiskWork()
    /// Writes copies of photos to the files that the user chooses, possibly on a slow disk.
    let copies = DiskWork()
    /// Decodes images. The decoder processes start when a session opens.
    let decoders: DecoderPool

    let settings: SettingsKeeper

    var language: Language { start.language }
    var report: @Sendable (any Error) -> Void { screens.report }
    /// The server from the options or the environment, or the last one used.
    var firstServer: RememberedServer? { start.server(report: report) }

    init(_ options: AppOptions, variables: [String: String]) throws(ProgramStartError) {
        if let url = options.url { _ = try ProgramStart.address(of: url) }
        (self.options, self.variables) = (options, variables)
        var logger = Logger(label: "essential-feed-app") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = options.verbose ? .debug : .critical
        self.logger = logger
        let report: @Sendable (any Error) -> Void = { [logger] in logger.warning("\($0)") }
        settings = SettingsKeeper(AppSettingsFile(environment: variables, report: report), disk: disk)
        start = ProgramStart(
            url: options.url, cacheDir: options.cacheDir, environment: variables, settings: settings.value)
        network = try start.network()
        screens = ScreenContext(
            now: { Date() }, language: start.language, reconnectClock: ContinuousClock(), report: report)
        decoders = DecoderPool(program: DecoderProgram(for: executable, environment: variables), report: report)
    }

    /// Removes temporary files that killed instances left. Only the first instance may do so; the queue keeps this
    /// apart from its own writes.
    func removeLeftovers() {
        disk.add { [variables, report] in
            for directory in [BaseDirectory.configuration, .state] {
                let folder = directory.url(environment: variables, home: .homeDirectory)
                    .appending(path: "essential-feed")
                do {
                    try AtomicFile.removeLeftovers(in: folder.path(percentEncoded: false))
                } catch {
                    report(error)
                }
            }
        }
    }
}

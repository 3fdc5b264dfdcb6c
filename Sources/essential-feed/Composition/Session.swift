import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Logging

/// What a call finds around it: the environment, the language, the streams, the time.
struct Session: Sendable {
    let environment: [String: String]
    let language: Language
    let streams: StandardStreams
    let style: TerminalStyle
    let logger: Logger
    let now: @Sendable () -> Date

    init(_ options: ClientOptions) {
        self.init(isVerbose: options.verbose)
    }

    init(isVerbose: Bool = false) {
        environment = ProcessInfo.processInfo.environment
        language = Language(environment: environment)
        streams = StandardStreams()
        style = TerminalStyle(
            environment: environment, windowColumns: streams.windowColumns() ?? streams.windowColumns(STDERR_FILENO),
            isTerminal: streams.outputIsTerminal)
        logger = Self.logger(level: isVerbose ? .debug : .critical)
        now = { Date() }
    }

    static func logger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "essential-feed") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }

    /// - Throws: ``ProgramFailure`` of status ``ExitStatus/usage``.
    func address(_ options: ClientOptions) throws(ProgramFailure) -> ServerAddress {
        let appSettings = AppSettings(environment: environment) { logger.warning("app.json cannot be read: \($0)") }
        let candidates: [(text: String?, source: String)] = [
            (options.url, "--url"), (environment["ESSENTIAL_FEED_URL"], "ESSENTIAL_FEED_URL"),
            (appSettings.address, "the app"),
        ]
        guard let (found, source) = candidates.first(where: { $0.text?.isEmpty == false }), let text = found else {
            throw failure(.usage, .noAddress)
        }
        do {
            let address = try ServerAddress(text)
            logger.debug("the server is \(TerminalText.line(address.displayText)), from \(source)")
            return address
        } catch {
            throw failure(.usage, .malformedAddress, [TerminalText.line(error.text)])
        }
    }

    func cacheFolder(_ options: ClientOptions) -> URL {
        options.cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
    }

    /// Opens the cache; where it cannot be written, says so once and goes on (B170, N013).
    func openCache(in folder: URL, for address: ServerAddress) async -> ServerCache {
        let (streams, language, logger) = (streams, language, logger)
        let cache = await ServerCache.open(in: folder, for: address) { error in
            logger.warning("\(error)", metadata: error.cause.map { ["cause": "\($0)"] })
            streams.note("essential-feed: \(CacheTrouble.text(for: error, folder: folder, in: language))")
        }
        let access =
            switch await cache.access() {
            case .writer: "reads and writes"
            case .reader: "reads"
            case .memory: "does not use"
            }
        logger.debug("this program \(access) the cache in \(TerminalText.line(folder.path))")
        return cache
    }

    /// What `--trace` writes to, if it is wanted. A trace that cannot be written is said once, and fails no call.
    func traceWriter(_ path: String?) -> TraceWriter? {
        let streams = streams
        return path.map { path in
            TraceWriter(file: URL(filePath: path)) { streams.note("essential-feed: \(TerminalText.line("\($0)"))") }
        }
    }

    func networkSettings() throws(ProgramFailure) -> NetworkSettings {
        do {
            return try NetworkSettings(environment: environment)
        } catch {
            throw failure(.usage, .malformedProxy, [error.variable])
        }
    }

    /// Validates the caches, this server's and those that no program uses, and ends what was opened: the network first,
    /// whose cut downloads are kept (N034). What fails here fails nobody's call: it is logged (B171), and a clock that
    /// went back is said.
    func putAway(_ cache: ServerCache, _ network: NetworkHTTPClient?, cacheFolder: URL) async {
        let (now, logger) = (now, logger)
        let steps: [(name: String, work: @Sendable () async throws -> Void)] = [
            ("validating the cache", { try await ValidateFeedCache(store: cache, now: now).validate() }),
            ("ending connections", { try await network?.shutdown() }),
            (
                "validating the caches of other servers",
                { try await UnusedCaches(in: cacheFolder, now: now).validate { logger.warning("\($0)") } }
            ),
            ("closing the cache", { try await cache.close() }),
        ]
        for step in steps {
            do {
                try await step.work()
                logger.debug("\(step.name): done")
            } catch let error as FeedCacheClockError {
                streams.note("essential-feed: \(savedAhead(error))")
            } catch {
                logger.warning("\(step.name): \(error)")
            }
        }
    }

    func savedAhead(_ error: FeedCacheClockError) -> String {
        ProgramStrings.table.text(.savedAhead, in: language, WireDate.text(error.loadedAt), WireDate.text(now()))
    }

    func failure(_ status: ExitStatus, _ message: ProgramStrings, _ arguments: [String] = []) -> ProgramFailure {
        ProgramFailure(status: status, message: ProgramStrings.table.text(message, in: language, arguments))
    }
}

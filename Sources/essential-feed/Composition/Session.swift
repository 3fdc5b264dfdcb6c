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
        guard let text = options.url ?? environment["ESSENTIAL_FEED_URL"], !text.isEmpty else {
            throw failure(.usage, .noAddress)
        }
        do {
            return try ServerAddress(text)
        } catch {
            throw failure(.usage, .malformedAddress, [TerminalText.line(error.text)])
        }
    }

    func cacheFolder(_ options: ClientOptions) -> URL {
        options.cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
    }

    /// Opens the cache; where it cannot be written, says so once and goes on (B170, N013).
    func openCache(_ options: ClientOptions, for address: ServerAddress) async -> ServerCache {
        let folder = cacheFolder(options)
        let (streams, language, logger) = (streams, language, logger)
        return await ServerCache.open(in: folder, for: address) { error in
            logger.warning("\(error)", metadata: error.cause.map { ["cause": "\($0)"] })
            let note =
                error.kind == .inUse
                ? ProgramStrings.table.text(.readOnly, in: language)
                : ProgramStrings.table.text(.inMemory, in: language, TerminalText.line(folder.path))
            streams.note("essential-feed: \(note)")
        }
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

    /// Validates the cache and ends what was opened: the network first, whose cut downloads are kept (N034). What fails here fails nobody's call: it is logged (B171).
    func putAway(_ cache: ServerCache, _ network: NetworkHTTPClient?) async {
        let validate = ValidateFeedCache(store: cache, now: now)
        for step in [
            { try await validate.execute() }, { try await network?.shutdown() }, { try await cache.close() },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await step()
            } catch {
                logger.warning("\(error)")
            }
        }
    }

    func failure(_ status: ExitStatus, _ message: ProgramStrings, _ arguments: [String] = []) -> ProgramFailure {
        ProgramFailure(status: status, message: ProgramStrings.table.text(message, in: language, arguments))
    }
}

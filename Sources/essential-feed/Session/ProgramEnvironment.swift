import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Logging

/// What surrounds a command: the environment, the language, the streams, the time, the log.
struct ProgramEnvironment: Sendable {
    let variables: [String: String]
    let language: Language
    let streams: StandardStreams
    let style: TerminalStyle
    let logger: Logger
    let now: @Sendable () -> Date

    init(isVerbose: Bool = false) {
        variables = ProcessInfo.processInfo.environment
        language = Language(environment: variables)
        streams = StandardStreams()
        style = TerminalStyle(
            environment: variables, windowColumns: streams.windowColumns() ?? streams.windowColumns(STDERR_FILENO),
            isTerminal: streams.outputIsTerminal)
        logger = Self.logger(level: isVerbose ? .debug : .critical)
        now = { Date() }
    }

    static func logger(level: Logger.Level, format: LogFormat = .text) -> Logger {
        var logger = Logger(label: "essential-feed") { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(now: { Date() }, write: StandardStreams().note)
            }
        }
        logger.logLevel = level
        return logger
    }

    /// Logs an error that fails nothing.
    var report: @Sendable (any Error) -> Void { { [logger] in logger.warning("\($0)") } }

    /// Returns the server that the options, the environment or the app name, in this order.
    /// - Throws: ``ProgramError`` of status ``ExitStatus/usage``.
    func address(_ options: ClientOptions) throws(ProgramError) -> ServerAddress {
        do {
            let found = try ProgramStart.address(url: options.url, environment: variables) { [logger] error in
                logger.warning("app.json can't be read: \(error)")
            }
            logger.debug("the server is \(TerminalText.line(found.address.displayText)), from \(found.source)")
            return found.address
        } catch {
            throw ProgramError(status: .usage, message: error.message(in: language))
        }
    }

    /// Reads the settings that the app has saved.
    func appSettings() -> AppSettings {
        AppSettingsFile(environment: variables) { [logger] error in
            logger.warning("app.json can't be read: \(error)")
        }.load()
    }

    func cacheFolder(_ options: ClientOptions) -> URL {
        ProgramStart.cacheFolder(options.cacheDir, environment: variables)
    }

    /// - Throws: ``ProgramError`` of status ``ExitStatus/usage``.
    func network() throws(ProgramError) -> NetworkSettings {
        do {
            return try ProgramStart.network(environment: variables)
        } catch {
            throw ProgramError(status: .usage, message: error.message(in: language))
        }
    }

    /// Returns the writer of a trace. A trace that can't be written fails nothing; standard error says so once.
    func traceWriter(_ path: String?) -> TraceWriter? {
        path.map { path in
            TraceWriter(file: URL(filePath: path)) { note(TerminalText.line("\($0)")) }
        }
    }

    /// Logs how a step of a session ended. Its error fails no command, and is shown only if the clock is wrong.
    func sessionStepEnded(_ step: SessionStep, with error: (any Error)?) {
        switch error {
        case nil: logger.debug("\(step.rawValue): done")
        case let error as FeedCacheClockError: note(text(error))
        case let error?: logger.warning("\(step.rawValue): \(error)")
        }
    }

    // MARK: Texts

    /// Writes a line with the program's name to standard error.
    func note(_ line: String) {
        streams.note("essential-feed: \(line)")
    }

    func text(_ key: ProgramStrings, _ arguments: String...) -> String {
        ProgramStrings.table.text(key, in: language, arguments)
    }

    func text(_ error: FeedCacheClockError) -> String {
        text(.savedAhead, WireDate.text(error.loadedAt), WireDate.text(now()))
    }

    func error(_ status: ExitStatus, _ key: ProgramStrings, _ arguments: String...) -> ProgramError {
        ProgramError(status: status, message: ProgramStrings.table.text(key, in: language, arguments))
    }
}

import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import HTTPTypes
import Logging

struct ProgramEnvironment: Sendable {
    let variables: [String: String]
    let language: Language
    let streams: StandardStreams
    let style: TerminalStyle
    let logger: Logger
    let now: @Sendable () -> Date

    init(
        isVerbose: Bool = false, variables: [String: String] = ProcessInfo.processInfo.environment,
        streams: StandardStreams = StandardStreams(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.variables, self.streams, self.now) = (variables, streams, now)
        language = Language(environment: variables)
        style = TerminalStyle(
            environment: variables, windowColumns: streams.windowColumns() ?? streams.windowColumns(STDERR_FILENO),
            isTerminal: streams.outputIsTerminal)
        logger = Self.logger(level: isVerbose ? .debug : .critical)
    }

    static func logger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "essential-feed") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }

    var report: @Sendable (any Error) -> Void { { [logger] in logger.warning("\($0)") } }

    func start(_ options: ClientOptions) -> ProgramStart {
        ProgramStart(url: options.url, cacheDir: options.cacheDir, environment: variables) { [logger] error in
            logger.warning("app.json can't be read: \(error)")
        }
    }

    /// `asks`: contact servers to find out which of the possible addresses is meant.
    func address(_ start: ProgramStart, _ options: ClientOptions, asks: Bool) async throws -> ServerAddress {
        let (typed, source) = try start.typedAddress()
        let address = try await address(typed, start, options, asks: asks)
        logger.debug("the server is \(TerminalText.line(address.displayText)), from \(source)")
        return address
    }

    /// Returns the last used address or, if there is none, the first one that responds.
    private func address(
        _ typed: TypedServerAddress, _ start: ProgramStart, _ options: ClientOptions, asks: Bool
    ) async throws -> ServerAddress {
        let first = typed.candidates[0]
        guard typed.candidates.count > 1 else { return first }
        // A name and a password are sent over http only to this machine.
        let used = typed.candidates.first {
            ServerCache.exists(in: start.cacheFolder, for: $0)
                && ($0 == first || $0.authorization == nil || !$0.exposesSignIn)
        }
        guard asks, used == nil else { return used ?? first }
        do {
            return try await NetworkHTTPClient.withClient(settings: network(start, for: first, options)) {
                try await FindServer(client: $0).find(typed)
            }
        } catch let error as FindServerError {
            guard case .connectivity(let cause) = error.remote else { return error.address }
            if (cause as? HTTPClientError)?.kind == .unencryptedSignIn {
                throw ProgramError(
                    error.remote, refusal: error.address.authorization == nil ? .needed : .invitation, in: language)
            }
            return first
        }
    }

    func network(
        _ start: ProgramStart, for address: ServerAddress, _ options: ClientOptions
    ) throws(ProgramStartError) -> NetworkSettings {
        var network = try start.network()
        if let origin = address.origin, let fingerprint = options.trustFingerprint {
            network.trustedCertificates[origin] = fingerprint
        }
        return network
    }

    /// Logs how a session step ended. Its error doesn't fail the command and is shown only if the clock is wrong.
    func sessionStepEnded(_ step: SessionStep, with error: (any Error)?) {
        switch error {
        case nil: logger.debug("\(step.rawValue): done")
        case let error as FeedCacheClockError: note(text(error))
        case let error?: logger.warning("\(step.rawValue): \(error)")
        }
    }

    /// Writes a line with the program's name to standard error, unless the program is quiet.
    func note(_ line: String) { if !streams.isQuiet { streams.note("essential-feed: \(line)") } }
    func text(_ key: ProgramStrings, _ arguments: String...) -> String { language.text(key.rawValue, arguments) }

    func text(_ error: FeedCacheClockError) -> String {
        text(.savedAhead, WireDate.text(error.loadedAt), WireDate.text(now()))
    }

    func error(_ status: ExitStatus, _ key: ProgramStrings, _ arguments: String...) -> ProgramError {
        ProgramError(status: status, message: language.text(key.rawValue, arguments))
    }
}

struct LoggingHTTPClient: PartialHTTPClient {
    let client: any PartialHTTPClient
    let logger: Logger

    func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let start = ContinuousClock.now
        func log(_ outcome: String) {
            let request = TerminalText.line("\(request)")
            logger.debug("\(request): \(outcome), \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
        }
        do {
            let response = try await client.load(request, onPartial: onPartial)
            log("status \(response.status.code), \(ByteCount.text(response.body.count, in: .english))")
            return response
        } catch {
            log("\(TerminalText.line("\(error)"))")
            throw error
        }
    }
}

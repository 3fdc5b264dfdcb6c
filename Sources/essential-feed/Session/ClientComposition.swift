import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import ImagePipeline
import Logging

/// The composition root of the commands that use a server's feed or its cache.
struct ClientComposition: Sendable {
    /// The client and the store; `nil` for the network and the disk.
    var infrastructure: SessionInfrastructure?
    var variables = ProcessInfo.processInfo.environment
    var streams = StandardStreams()
    var now: @Sendable () -> Date = { Date() }

    /// Opens the session, runs the command, validates the caches and closes the session. Signals cancel the command. If
    /// it saves images, the image limit applies, and it waits for another program that is using the cache.
    func run(
        _ options: ClientOptions, savesImages: Bool = false,
        _ command: @escaping @Sendable (ClientProgram) async throws -> Void
    ) async throws {
        let environment = environment(options)
        let start = environment.start(options)
        let address = try await environment.address(start, options, asks: infrastructure == nil)
        let download = DownloadProgress(language: environment.language)
        let signIn = SavedSignIn(for: address, settings: start.settings, in: environment)
        var context = try context(of: address, start, options, download: download, in: environment)
        if savesImages { context.imageLimit = start.settings.imageLimit }
        context.waitsForCache = savesImages
        context.options.savingWidth = 4
        context.options.savingPriority = .visible
        let session = await ServerSession.open(address, signIn: { await signIn.value }, in: context)
        await environment.logAccess(to: session.cache, in: context.cacheFolder)
        let progress = ProgressBar(streams: environment.streams) { download.line(tick: $0, columns: $1) }
        let program = ClientProgram(session: session, environment: environment, signIn: signIn, progress: progress)
        try await endingInOrder {
            try await command(program)
        } orderlyEnd: {
            await session.close(onStep: environment.sessionStepEnded)
        }
    }

    /// Opens the cache, runs the command and closes the cache. Ctrl-C and SIGTERM cancel the command.
    func runOffline(
        _ options: ClientOptions, _ command: @escaping @Sendable (CacheProgram) async throws -> Void
    ) async throws {
        let environment = environment(options)
        let start = environment.start(options)
        let address = try await environment.address(start, options, asks: false)
        let cache: any SessionCache =
            if let infrastructure {
                infrastructure.cache
            } else {
                await ServerCache.open(
                    in: start.cacheFolder, for: address, imageLimit: start.settings.imageLimit,
                    report: environment.report)
            }
        let program = CacheProgram(address: address, cache: cache, start: start, environment: environment)
        try await endingInOrder {
            try await command(program)
        } orderlyEnd: {
            do { try await cache.close() } catch { environment.report(error) }
        }
    }

    /// Checks that the server's address is known.
    /// - Throws: The same error as the other methods if it isn't.
    func requireAddress(_ options: ClientOptions) async throws {
        let environment = environment(options)
        _ = try await environment.address(environment.start(options), options, asks: false)
    }

    private func environment(_ options: ClientOptions) -> ProgramEnvironment {
        var streams = streams
        streams.isQuiet = options.quiet
        return ProgramEnvironment(isVerbose: options.verbose, variables: variables, streams: streams, now: now)
    }

    private func context(
        of address: ServerAddress, _ start: ProgramStart, _ options: ClientOptions, download: DownloadProgress,
        in environment: ProgramEnvironment
    ) throws -> SessionContext {
        let folder = start.cacheFolder
        var context = SessionContext(
            cacheFolder: folder, network: try environment.network(start, for: address, options), now: environment.now,
            report: environment.report,
            reportCacheError: { error in
                environment.logger.warning("\(error)", metadata: error.cause.map { ["cause": "\($0)"] })
                // Commands that must save something report another user of the cache themselves.
                guard error.kind != .inUse else { return }
                environment.note(CacheErrorText.text(for: error, folder: folder, in: environment.language))
            })
        context.infrastructure = infrastructure
        context.onProgress = { download.update(received: $0, expected: $1) }
        if options.verbose {
            context.wrapClient = { LoggingHTTPClient(client: $0, logger: environment.logger) }
        }
        return context
    }

    /// Runs the work, then the orderly end. Signals aren't handled over a client and a store of a test.
    private func endingInOrder(
        _ work: @escaping @Sendable () async throws -> Void, orderlyEnd: @Sendable () async -> Void
    ) async throws {
        guard infrastructure != nil else {
            return try await TerminationSignals.cancelling(work, orderlyEnd: orderlyEnd)
        }
        do {
            try await work()
        } catch {
            await orderlyEnd()
            throw error
        }
        await orderlyEnd()
    }
}

extension ProgramEnvironment {
    fileprivate func logAccess(to cache: any SessionCache, in folder: URL) async {
        let access =
            switch await cache.access() {
            case .writer: "reads and writes"
            case .reader: "reads"
            case .memory: "does not use"
            }
        logger.debug("this program \(access) the cache in \(TerminalText.line(folder.path))")
    }
}

protocol ClientCommand: AsyncParsableCommand {
    func run(in composition: ClientComposition) async throws
}

extension ClientCommand {
    func run() async throws { try await run(in: ClientComposition()) }
}

/// Explains why nothing new can be saved, and what to do. Photos and feeds saved earlier are kept.
enum CacheErrorText {
    static func text(for error: StoreError, folder: URL, in language: Language) -> String {
        let path = TerminalText.line(folder.path(percentEncoded: false))
        return switch error.kind {
        case .inUse: language.text(ProgramStrings.cacheInUse)
        case .full: language.text(ProgramStrings.diskFull, path)
        case .readOnly: language.text(ProgramStrings.diskReadOnly, path)
        case .newerVersion: language.text(ProgramStrings.cacheNewer)
        case .inputOutput: language.text(ProgramStrings.diskFailing, path)
        default: language.text(ProgramStrings.inMemory, path)
        }
    }
}

import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import Logging

/// The context of commands that read the feed: one server's session, and the terminal.
struct ClientProgram: Sendable {
    let session: ServerSession<Data>
    let environment: ProgramEnvironment
    private let signIn: SavedSignIn
    private let progress: ProgressBar

    /// Opens the session, runs the command, validates the caches and closes the session. Ctrl-C and SIGTERM cancel the
    /// command.
    /// - Parameters:
    ///   - savesImages: Whether the command caches images, so that the image limit applies.
    ///   - trace: The path of the trace file for the stages of each image; `nil` for no trace.
    static func run(
        _ options: ClientOptions, savesImages: Bool = false, trace: String? = nil,
        _ command: @escaping @Sendable (ClientProgram) async throws -> Void
    ) async throws {
        let environment = ProgramEnvironment(isVerbose: options.verbose, isQuiet: options.quiet)
        let address = try await environment.address(options, asks: true)
        let trace = environment.traceWriter(trace)
        let download = DownloadProgress(language: environment.language)
        let signIn = SavedSignIn(for: address, in: environment)
        let session = await ServerSession<Data>.open(
            address, signIn: { await signIn.value },
            in: context(
                options, network: try environment.network(for: address, options), savesImages: savesImages,
                trace: trace, download: download, in: environment))
        await environment.logAccess(to: session.cache, in: environment.cacheFolder(options))
        let progress = ProgressBar(streams: environment.streams) { download.line(tick: $0, columns: $1) }
        let program = ClientProgram(
            session: session, environment: environment, signIn: signIn, progress: progress)
        try await EndSignals.cancelling {
            try await command(program)
        } orderlyEnd: {
            await session.close(onStep: environment.sessionStepEnded)
            await trace?.close()
        }
    }

    private static func context(
        _ options: ClientOptions, network: NetworkSettings, savesImages: Bool, trace: TraceWriter?,
        download: DownloadProgress, in environment: ProgramEnvironment
    ) -> SessionContext {
        let folder = environment.cacheFolder(options)
        var context = SessionContext(
            cacheFolder: folder, network: network, now: environment.now, report: environment.report,
            reportCacheError: { error in
                environment.logger.warning("\(error)", metadata: error.cause.map { ["cause": "\($0)"] })
                // Commands that must save something report themselves that another program is using the cache.
                guard error.kind != .inUse else { return }
                environment.note(CacheErrorText.text(for: error, folder: folder, in: environment.language))
            })
        if savesImages { context.imageLimit = environment.appSettings().imageLimit }
        context.savingWidth = 4
        context.savingPriority = .visible
        context.onProgress = { download.update(received: $0, expected: $1) }
        context.trace = trace
        if options.verbose {
            context.wrapClient = { LoggingHTTPClient(client: $0, logger: environment.logger) }
        }
        return context
    }

    var streams: StandardStreams { environment.streams }
    var language: Language { environment.language }

    /// Returns the photo in a row of the saved feed, numbered from 1 as `feed` prints it, or `nil` if the text isn't a
    /// number.
    /// - Throws: ``ProgramError`` if the row doesn't exist.
    func image(inRow text: String) async throws -> FeedImage? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let row = Int(text) else {
            return nil
        }
        let images: [FeedImage]
        do {
            images = try await session.loadFeed.loadCached().images
        } catch let error as LoadFeedError {
            guard error.cache == nil else { throw await ProgramError(error, isSignedIn: isSignedIn, in: language) }
            throw environment.error(.unavailable, .noRows)
        }
        guard !images.isEmpty else {
            throw ProgramError(status: .notFound, message: language.text(FeedStrings.empty).asMessage)
        }
        guard row >= 1, row <= images.count else {
            throw environment.error(.notFound, .noSuchRow, text, String(images.count))
        }
        environment.logger.debug("row \(row) is image \(images[row - 1].id)")
        return images[row - 1]
    }

    /// Loads the feed and writes a note to standard error if it isn't the server's newest feed.
    /// - Parameters:
    ///   - pages: The number of pages to load from the server. The saved feed counts as one page.
    ///   - isOffline: Whether to use the saved feed without asking the server.
    /// - Returns: The feed, and the error if a later page couldn't be loaded.
    /// - Throws: ``ProgramError``.
    func feed(pages: Int, isOffline: Bool = false) async throws -> (page: FeedPage, error: RemoteError?) {
        let result = try await loading {
            var page: FeedPage
            do {
                page = isOffline ? try await session.loadFeed.loadCached() : try await session.loadFeed.load()
            } catch let error as LoadFeedError {
                throw await ProgramError(error, isSignedIn: isSignedIn, in: language)
            }
            var count = 1
            while page.origin.isRemote, count < pages, let loadMore = page.loadMore {
                do {
                    page = try await loadMore()
                    count += 1
                } catch let error as RemoteError {
                    return (page: page, error: error as RemoteError?)
                }
            }
            return (page: page, error: nil)
        }
        if let note = await note(for: result.page) { environment.note(note.asMessage) }
        return result
    }

    /// Runs a load, with a progress bar if it takes a while.
    func loading<Value: Sendable>(_ load: @Sendable () async throws -> Value) async throws -> Value {
        try await progress.during(load)
    }

    /// Returns the error for a failed load, with a user-facing message.
    /// - Parameter notFound: Whether a 404 or 410 means that the requested item doesn't exist.
    func error(_ error: RemoteError, notFound: Bool = false) async -> ProgramError {
        ProgramError(error, isSignedIn: await isSignedIn, notFound: notFound, in: language)
    }

    /// Whether requests are sent with a name and a password.
    private var isSignedIn: Bool {
        get async { if session.address.authorization != nil { true } else { await signIn.found != nil } }
    }

    /// Returns a note that the saved feed is shown, its age and why the server's feed couldn't be loaded; `nil` if the
    /// feed is from the server.
    private func note(for page: FeedPage) async -> String? {
        guard case .cache(let error) = page.origin,
            let note = FeedPresenter.note(for: page, now: environment.now(), language: language)
        else { return nil }
        let isSignedIn = await isSignedIn
        let reason = error?.message(isSignedIn: isSignedIn, in: language)
        return [note, reason].compactMap(\.self).joined(separator: " ")
    }
}

extension ProgramEnvironment {
    fileprivate func logAccess(to cache: ServerCache, in folder: URL) async {
        let access =
            switch await cache.access() {
            case .writer: "reads and writes"
            case .reader: "reads"
            case .memory: "does not use"
            }
        logger.debug("this program \(access) the cache in \(TerminalText.line(folder.path))")
    }
}

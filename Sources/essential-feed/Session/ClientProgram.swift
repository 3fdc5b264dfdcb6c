import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import Logging

/// What the commands that read the feed work with: one server's session, and the terminal.
struct ClientProgram: Sendable {
    let session: ServerSession<Data>
    let environment: ProgramEnvironment
    private let progress: ProgressBar

    /// Opens the session, runs the command, validates the caches and closes the session. Ctrl-C and SIGTERM cancel the
    /// command.
    /// - Parameters:
    ///   - savesImages: Whether the command caches images, so that their limit counts.
    ///   - trace: The path of the file to trace each stage of each image to; `nil` for no trace.
    static func run(
        _ options: ClientOptions, savesImages: Bool = false, trace: String? = nil,
        _ command: @escaping @Sendable (ClientProgram) async throws -> Void
    ) async throws {
        let environment = ProgramEnvironment(isVerbose: options.verbose)
        let address = try environment.address(options)
        let trace = environment.traceWriter(trace)
        let download = DownloadProgress(language: environment.language)
        let session = await ServerSession<Data>.open(
            address,
            in: try context(options, savesImages: savesImages, trace: trace, download: download, in: environment))
        await environment.logAccess(to: session.cache, in: environment.cacheFolder(options))
        let progress = ProgressBar(streams: environment.streams) { download.line(tick: $0, columns: $1) }
        let program = ClientProgram(session: session, environment: environment, progress: progress)
        try await EndSignals.cancelling {
            try await command(program)
        } orderlyEnd: {
            await session.close(onStep: environment.sessionStepEnded)
            await trace?.close()
        }
    }

    private static func context(
        _ options: ClientOptions, savesImages: Bool, trace: TraceWriter?, download: DownloadProgress,
        in environment: ProgramEnvironment
    ) throws -> SessionContext {
        let folder = environment.cacheFolder(options)
        var context = SessionContext(
            cacheFolder: folder, network: try environment.network(), now: environment.now, report: environment.report,
            reportCacheError: { error in
                environment.logger.warning("\(error)", metadata: error.cause.map { ["cause": "\($0)"] })
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

    /// Returns the image in a row of the saved feed, numbered from 1 as `feed` prints it, or `nil` if the text isn't a
    /// number.
    /// - Throws: ``ProgramError`` if there is no such row.
    func image(inRow text: String) async throws -> FeedImage? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let row = Int(text) else {
            return nil
        }
        let images: [FeedImage]
        do {
            images = try await session.loadFeed.loadCached().images
        } catch let error as LoadFeedError {
            guard error.cache == nil else { throw ProgramError(error, in: language) }
            throw environment.error(.unavailable, .noRows)
        }
        guard !images.isEmpty else {
            throw ProgramError(status: .notFound, message: FeedStrings.table.text(.empty, in: language))
        }
        guard row >= 1, row <= images.count else {
            throw environment.error(.notFound, .noSuchRow, text, String(images.count))
        }
        environment.logger.debug("row \(row) is image \(images[row - 1].id)")
        return images[row - 1]
    }

    /// Loads the feed, and writes a note to standard error if it isn't the server's newest.
    /// - Parameters:
    ///   - pages: The number of pages to load from the server. The saved feed counts as one page.
    ///   - isOffline: Whether to use the saved feed without asking the server.
    /// - Returns: The feed, and why a later page could not be loaded.
    /// - Throws: ``ProgramError``.
    func feed(pages: Int, isOffline: Bool = false) async throws -> (page: FeedPage, error: RemoteError?) {
        let result = try await loading {
            var page: FeedPage
            do {
                page = isOffline ? try await session.loadFeed.loadCached() : try await session.loadFeed.load()
            } catch let error as LoadFeedError {
                throw ProgramError(error, in: language)
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
        if let note = note(for: result.page) { environment.note(note) }
        return result
    }

    /// Runs a load, with a progress bar if it takes long.
    func loading<Value: Sendable>(_ load: @Sendable () async throws -> Value) async throws -> Value {
        try await progress.during(load)
    }

    /// Returns a note that the feed is the saved one, how old it is and why the server gave none; `nil` if it gave one.
    private func note(for page: FeedPage) -> String? {
        guard case .cache(let error) = page.origin,
            let note = FeedPresenter.note(for: page, now: environment.now(), language: language)
        else { return nil }
        let reason = error?.message(isSignedIn: session.address.authorization != nil, in: language)
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

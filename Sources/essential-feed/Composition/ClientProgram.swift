import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import ImagePipeline
import Logging

/// Where the calls that read the feed are put together: the use cases of the core over the network's client and the
/// cache on disk.
struct ClientProgram: Sendable {
    let loadFeed: LoadFeed
    let images: ImageLoader<Data>
    let saveFeedImages: SaveFeedImages
    let loadImageComments: LoadImageCommentsFromRemote
    let cache: ServerCache
    let session: Session
    let progress: ProgressBar

    /// Puts the program together, runs the call, validates the cache (B273a) and puts everything away.
    ///
    /// The call is cancelled by Ctrl-C and SIGTERM.
    /// - Parameter trace: The file to write the stages of images to.
    static func run(
        _ options: ClientOptions, trace: String? = nil,
        _ call: @escaping @Sendable (ClientProgram) async throws -> Void
    ) async throws {
        let session = Session(options)
        let address = try session.address(options)
        let cacheFolder = session.cacheFolder(options)
        let cache = await session.openCache(in: cacheFolder, for: address)
        let trace = session.traceWriter(trace)
        let download = DownloadProgress()
        let progress = ProgressBar(streams: session.streams) { download.line(tick: $0, columns: $1) }
        let network = NetworkHTTPClient(
            settings: try session.networkSettings(), server: address,
            progress: { download.update(received: $0, expected: $1) },
            onTiming: trace?.onTiming)
        let logged: any PartialHTTPClient =
            options.verbose ? LoggingHTTPClient(client: network, logger: session.logger) : network
        let client = retrying(logged, session)
        let log: @Sendable (any Error) -> Void = { session.logger.warning("\($0)") }
        let imageClient = retrying(ResumingHTTPClient(client: logged, store: cache, report: log), session)
        let source = LoadFeedImageData(client: imageClient, store: cache, now: session.now, report: log)
        let images = ImageLoader(
            memory: PictureCache(limit: 0), source: source, decoder: EncodedImages(), report: log,
            onEvent: trace?.onEvent)
        let program = ClientProgram(
            loadFeed: LoadFeed(address: address, client: client, store: cache, now: session.now, report: log),
            images: images,
            saveFeedImages: SaveFeedImages(
                images: cache, count: { try await cache.status().feedImagesStored }, width: 4,
                renew: { _ = try await source.revalidateIfDue($0) },
                store: { try await images.cacheData(of: $0, priority: .visible) }),
            loadImageComments: LoadImageCommentsFromRemote(address: address, client: client),
            cache: cache, session: session, progress: progress)

        try await Interruption.watching {
            try await call(program)
        } orderlyEnd: {
            await session.putAway(cache, network, cacheFolder: cacheFolder)
            await trace?.close()
        }
    }

    private static func retrying(_ client: any HTTPClient, _ session: Session) -> any HTTPClient {
        RetryingHTTPClient(
            client: client, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: session.now)
    }

    var streams: StandardStreams { session.streams }
    var language: Language { session.language }
    var style: TerminalStyle { session.style }
    var now: @Sendable () -> Date { session.now }

    /// The image in a row of the saved feed, which `feed` numbers from 1 on; `nil` where the text is no number.
    /// - Throws: ``ProgramFailure`` where there is no such row.
    func image(inRow text: String) async throws -> FeedImage? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let row = Int(text) else {
            return nil
        }
        let images: [FeedImage]
        do {
            images = try await loadFeed.executeOffline().images
        } catch let error as LoadFeedError {
            guard error.cache == nil else {
                throw ProgramFailure(status: ExitStatus(error), message: ErrorMessage.text(for: error, in: language))
            }
            throw failure(.unavailable, .noRows)
        }
        guard !images.isEmpty else {
            throw ProgramFailure(status: .notFound, message: FeedStrings.table.text(.empty, in: language))
        }
        guard row >= 1, row <= images.count else {
            throw failure(.notFound, .noSuchRow, text, String(images.count))
        }
        session.logger.debug("row \(row) is image \(images[row - 1].id)")
        return images[row - 1]
    }

    /// Runs a load, with a progress bar where it takes its time.
    func loading<Value: Sendable>(_ load: @Sendable () async throws -> Value) async throws -> Value {
        try await progress.during(load)
    }

    func failure(_ status: ExitStatus, _ message: ProgramStrings, _ arguments: String...) -> ProgramFailure {
        session.failure(status, message, arguments)
    }

    /// What to say of a feed that did not come from the server: that it is saved, how old it is, and why.
    func note(for page: FeedPage) -> String? {
        guard case .cache(let error) = page.origin,
            let note = FeedPresenter.note(for: page, now: now(), language: language)
        else { return nil }
        return [note, error.map { ErrorMessage.text(for: $0, in: language) }].compactMap(\.self).joined(separator: " ")
    }
}

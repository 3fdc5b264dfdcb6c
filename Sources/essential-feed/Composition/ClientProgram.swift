import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import Logging

/// Where the calls that read the feed are put together: the use cases of the core over the network's client and the
/// cache on disk.
struct ClientProgram: Sendable {
    let loadFeed: LoadFeed
    let loadImageData: LoadFeedImageData
    let loadImageComments: LoadImageCommentsFromRemote
    let session: Session
    let progress: ProgressBar

    /// Puts the program together, runs the call, validates the cache (B273a) and puts everything away.
    ///
    /// The call is cancelled by Ctrl-C and SIGTERM.
    static func run(
        _ options: ClientOptions, _ call: @escaping @Sendable (ClientProgram) async throws -> Void
    ) async throws {
        let session = Session(options)
        let address = try session.address(options)
        let cache = await session.openCache(options, for: address)
        let progress = ProgressBar(
            streams: session.streams, columns: session.streams.windowColumns(STDERR_FILENO) ?? 80)
        let network = NetworkHTTPClient(
            settings: try session.networkSettings(), server: address,
            progress: { progress.update(received: $0, expected: $1) })
        let client = RetryingHTTPClient(
            client: network, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: session.now)
        let log: @Sendable (any Error) -> Void = { session.logger.warning("\($0)") }
        let program = ClientProgram(
            loadFeed: LoadFeed(address: address, client: client, store: cache, now: session.now, report: log),
            loadImageData: LoadFeedImageData(client: client, store: cache, now: session.now, report: log),
            loadImageComments: LoadImageCommentsFromRemote(address: address, client: client),
            session: session, progress: progress)

        let result: Result<Void, any Error>
        do {
            result = .success(try await Interruption.watching { try await call(program) })
        } catch {
            result = .failure(error)
        }
        await session.putAway(cache, network)
        try result.get()
    }

    var streams: StandardStreams { session.streams }
    var language: Language { session.language }
    var style: TerminalStyle { session.style }
    var now: @Sendable () -> Date { session.now }

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

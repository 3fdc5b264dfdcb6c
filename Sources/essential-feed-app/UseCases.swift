import EssentialFeed
import EssentialFeedGTK
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import GtkKit
import HTTPTransport
import ImagePipeline

/// The use cases of one server, over the network's client and the cache on disk.
nonisolated struct UseCases: Sendable {
    /// What the app runs in.
    struct Surroundings: Sendable {
        let cacheFolder: URL
        /// Whether what was saved stays when the server is left; nothing of the demo does.
        let isKept: Bool
        let network: NetworkSettings
        let now: @Sendable () -> Date
        /// Told of what goes wrong without failing a load.
        let report: @Sendable (any Error) -> Void
        /// Told that the cache cannot be written, once of each kind of trouble.
        let onCacheTrouble: @Sendable (StoreError) -> Void
        /// Where the stages of images are written to, if anywhere.
        let trace: TraceWriter?
    }

    let loadFeed: LoadFeed
    let pictures: ImageLoader<Texture>
    let saveFeedImages: SaveFeedImages
    let loadImageComments: LoadImageCommentsFromRemote
    private let validateCache: ValidateFeedCache
    private let unusedCaches: UnusedCaches
    private let isKept: Bool
    private let cache: ServerCache
    private let network: NetworkHTTPClient

    static func open(
        _ address: ServerAddress, signIn: SignIn?, memory: PictureCache<Texture>, in surroundings: Surroundings
    ) async -> UseCases {
        let (now, report) = (surroundings.now, surroundings.report)
        let cache = await ServerCache.open(in: surroundings.cacheFolder, for: address) { error in
            report(error)
            surroundings.onCacheTrouble(error)
        }
        let trace = surroundings.trace
        let network = NetworkHTTPClient(
            settings: surroundings.network, server: address.signedIn(signIn),
            onTiming: trace?.onTiming)
        let client = retrying(network, now: now)
        let imageClient = retrying(ResumingHTTPClient(client: network, store: cache, report: report), now: now)
        let pictures = ImageLoader(
            memory: memory, source: LoadFeedImageData(client: imageClient, store: cache, now: now, report: report),
            decoder: TextureDecoder(), report: report, onEvent: trace?.onEvent)
        return UseCases(
            loadFeed: LoadFeed(address: address, client: client, store: cache, now: now, report: report),
            pictures: pictures,
            saveFeedImages: SaveFeedImages(
                images: cache, count: { try await cache.status().feedImagesStored },
                store: { try await pictures.cacheData(of: $0) }),
            loadImageComments: LoadImageCommentsFromRemote(address: address, client: client),
            validateCache: ValidateFeedCache(store: cache, now: now),
            unusedCaches: UnusedCaches(in: surroundings.cacheFolder, now: now), isKept: surroundings.isKept,
            cache: cache, network: network)
    }

    /// Looks for the server that a person means, with a client of its own and no cache.
    static func find(
        _ typed: TypedServerAddress, signIn: SignIn?, network: NetworkSettings, report: @Sendable (any Error) -> Void
    ) async throws -> ServerAddress {
        let client = NetworkHTTPClient(settings: network)
        let result: Result<ServerAddress, any Error>
        do {
            result = .success(try await FindServer(client: client).execute(typed, signIn: signIn))
        } catch {
            result = .failure(error)
        }
        do {
            try await client.shutdown()
        } catch {
            report(error)
        }
        return try result.get()
    }

    private static func retrying(_ client: any HTTPClient, now: @escaping @Sendable () -> Date) -> any HTTPClient {
        RetryingHTTPClient(client: client, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: now)
    }

    /// Validates the cache of this server (B273), and those of servers that were left.
    func validateCaches(report: @escaping @Sendable (any Error) -> Void) async {
        for step in [
            { try await validateCache.execute() }, { try await unusedCaches.validate(report: report) },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await step()
            } catch {
                report(error)
            }
        }
    }

    /// Validates the caches and ends what was opened: the network first, whose cut downloads are kept (N034).
    func close(report: @escaping @Sendable (any Error) -> Void) async {
        await validateCaches(report: report)
        for step in [
            { try await network.shutdown() }, { if !isKept { try await cache.delete() } }, { try await cache.close() },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await step()
            } catch {
                report(error)
            }
        }
    }
}

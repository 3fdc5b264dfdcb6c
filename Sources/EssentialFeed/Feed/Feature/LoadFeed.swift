public import Foundation
public import HTTPTransport

/// Loads the first page of the feed as the stories tell it: from the server, saving what came; without a usable answer
/// from there, the saved feed while it is valid; otherwise an error (B155–B160).
public struct LoadFeed: Sendable {
    private let address: ServerAddress
    private let store: any FeedStore
    private let loadFromRemote: LoadFeedFromRemote
    private let loadFromCache: LoadFeedFromCache
    private let cacheFeed: CacheFeed
    private let loadMore: LoadMoreFeed
    private let generation = FeedGeneration()
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// - Parameter report: told of each error that does not fail the load: a cache that cannot be read or written.
    public init(
        address: ServerAddress, client: any HTTPClient, store: any FeedStore,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.address = address
        self.store = store
        self.now = now
        self.report = report
        loadFromRemote = LoadFeedFromRemote(client: client)
        loadFromCache = LoadFeedFromCache(store: store, now: now)
        cacheFeed = CacheFeed(store: store, now: now)
        loadMore = LoadMoreFeed(
            address: address, loadFromRemote: loadFromRemote, store: store, cacheFeed: cacheFeed,
            generation: generation, now: now, report: report)
    }

    /// - Throws: ``LoadFeedError`` when neither the server nor the cache had a feed to show (B157), or
    ///   `CancellationError`.
    public func execute() async throws -> FeedPage {
        do {
            return try await executeRemote()
        } catch let error as RemoteError {
            return try await executeLocal(after: error)
        }
    }

    /// The saved feed, without asking the server for it.
    /// - Throws: ``LoadFeedError``, or `CancellationError`.
    public func executeOffline() async throws -> FeedPage {
        try await executeLocal(after: nil)
    }

    private func executeRemote() async throws -> FeedPage {
        let saved = try await savedBody()
        let outcome = try await loadFromRemote.execute(address.feed(), entityTag: saved?.entityTag)
        let loadedAt = now()
        // From here on no page that was asked for earlier is appended to the saved feed.
        let current = generation.advance()
        let loaded: LoadedFeed
        let isNew: Bool
        switch outcome {
        case .feed(let images, let entityTag):
            let page = CachedFeedPage(images: images.map(LocalFeedImage.init), loadedAt: loadedAt)
            loaded = LoadedFeed(pages: [page], entityTag: entityTag, generation: current)
            isNew = true
        case .notModified:
            loaded = LoadedFeed(
                pages: try await confirmedPages(of: saved, at: loadedAt), entityTag: saved?.entityTag,
                generation: current)
            isNew = false
        }
        try await saving(reportingTo: report) {
            try await cacheFeed.execute(loaded, keepsLaterPages: isNew, generation: generation)
        }
        return loadMore.page(loaded, origin: .remote)
    }

    /// The saved feed whose entityTag goes out with the request, expired or not (N006).
    private func savedBody() async throws -> CachedFeed? {
        do {
            return try await store.retrieve()
        } catch {
            try Task.checkCancellation()
            report(error)
            return nil
        }
    }

    /// The saved first page, whose body the server confirmed just now, with the valid pages behind it, those that were
    /// appended while the answer was on its way among them (N006).
    private func confirmedPages(of saved: CachedFeed?, at now: Date) async throws -> [CachedFeedPage] {
        let current = try await savedBody()
        let pages = (current?.entityTag == saved?.entityTag ? current : saved)?.pages ?? []
        let first = CachedFeedPage(images: pages.first?.images ?? [], loadedAt: now)
        let later = pages.dropFirst().prefix { FeedCachePolicy.isValid($0.loadedAt, at: now) }
        return [first] + later
    }

    private func executeLocal(after remoteError: RemoteError?) async throws -> FeedPage {
        // Asked before the saved feed is read: a page of it must not pass for one of a newer feed (B164).
        let current = generation.current
        let saved: LoadFeedFromCache.SavedFeed?
        do {
            saved = try await loadFromCache.execute()
        } catch {
            try Task.checkCancellation()
            throw LoadFeedError(remote: remoteError, cache: error, address: address)
        }
        try Task.checkCancellation()
        guard let saved else { throw LoadFeedError(remote: remoteError, address: address) }
        return loadMore.page(
            LoadedFeed(pages: saved.pages, entityTag: saved.entityTag, generation: current),
            origin: .cache(after: remoteError))
    }
}

// The guides' code: a store, a program, a session and a screen, without a network or a disk.

import EssentialFeed
import EssentialFeedComposition
import HTTPTransport
import Foundation
import Synchronization

// snippet.store
/// A store that keeps one feed and its image data in memory.
final class FeedShelf: FeedStore, FeedImageDataStore {
    private let feed = Mutex<CachedFeed?>(nil)
    private let images = Mutex<[URL: Data]>([:])

    func retrieve() async throws -> CachedFeed? {
        feed.withLock { $0 }
    }

    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws {
        try Task.checkCancellation()
        try feed.withLock { feed in
            // If a step throws, the draft is dropped and the feed stays as it was.
            let draft = FeedDraft(feed)
            try steps(draft)
            feed = draft.feed
        }
    }

    func delete(loadedAt: Date?) async throws {
        feed.withLock { feed in
            guard loadedAt == nil || feed?.loadedAt == loadedAt else { return }
            feed = nil
            images.withLock { $0 = [:] }
        }
    }

    func retrieveImageData(for url: URL) async throws -> Data? { images.withLock { $0[url] } }
    func containsImageData(for url: URL) async throws -> Bool { images.withLock { $0[url] } != nil }
    func insert(_ data: Data, for url: URL) async throws { images.withLock { $0[url] = data } }
    func deleteImageData(for url: URL) async throws { images.withLock { $0[url] = nil } }
}

/// The feed as the steps of a transaction leave it.
final class FeedDraft: FeedStoreTransaction {
    private(set) var feed: CachedFeed?

    init(_ feed: CachedFeed?) { self.feed = feed }

    func retrieve() -> CachedFeed? { feed }
    func delete() { feed = nil }
    func insert(_ feed: CachedFeed) { self.feed = feed }
}
// snippet.end

// snippet.client
/// A client that answers each request with the same body, or with no connection at all.
struct CannedClient: HTTPClient {
    let body: Data?

    func load(_ request: DataRequest) async throws -> DataResponse {
        guard let body else { throw HTTPClientError(.refused) }
        return DataResponse(url: request.url, status: 200, body: body)
    }
}
// snippet.end

// snippet.program
/// Returns a line for each image of the feed, and one that says where the feed came from.
func lines(of base: String, client: any HTTPClient, store: any FeedStore) async throws -> [String] {
    let now: @Sendable () -> Date = { Date() }
    let fromRemote = LoadFeedFromRemote(client: client)
    let cacheFeed = CacheFeed(store: store, now: now)
    let loadMore = LoadMoreFeed(address: try ServerAddress(base), fromRemote, cacheFeed: cacheFeed, now: now)
    // From the server and saved, else the saved feed.
    let loadFeed = LoadFeed(
        CachingFeedLoader(fromRemote, store: store, cacheFeed: cacheFeed, loadMore: loadMore),
        else: CachedFeedLoader(LoadFeedFromCache(store: store, now: now), loadMore: loadMore))
    let page = try await loadFeed.load()
    return page.images.map { $0.location ?? "" } + [page.origin.isRemote ? "from the server" : "saved"]
}
// snippet.end

// snippet.state
/// The state of the places screen: each event changes the view model and returns actions.
struct PlacesState: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        case appeared
        case refreshed
        case loaded([String])
        case failed(message: String)
    }

    enum Action: Hashable, Sendable {
        case load
    }

    struct ViewModel: Hashable, Sendable {
        var isLoading = false
        var places: [String] = []
        var errorMessage: String?
    }

    private(set) var viewModel = ViewModel()
    private var hasAppeared = false

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .appeared where hasAppeared: return []
        case .appeared, .refreshed:
            hasAppeared = true
            guard !viewModel.isLoading else { return [] }
            viewModel.isLoading = true
            viewModel.errorMessage = nil
            return [.load]
        case .loaded(let places):
            viewModel = ViewModel(places: places)
        case .failed(let message):
            viewModel.isLoading = false
            viewModel.errorMessage = message
        }
        return []
    }
}
// snippet.end

// snippet.driver
/// Performs the actions of a ``PlacesState`` and hands each new view model to the view.
@MainActor
final class PlacesDriver {
    private let load: @Sendable () async throws -> [String]
    private let show: @MainActor (PlacesState.ViewModel) -> Void
    private var state = PlacesState()
    private(set) var loading: Task<Void, Never>?

    init(
        load: @escaping @Sendable () async throws -> [String],
        show: @escaping @MainActor (PlacesState.ViewModel) -> Void
    ) {
        self.load = load
        self.show = show
    }

    deinit { loading?.cancel() }

    func handle(_ event: PlacesState.Event) {
        let before = state.viewModel
        for action in state.handle(event) {
            switch action {
            case .load: startLoading()
            }
        }
        if state.viewModel != before { show(state.viewModel) }
    }

    private func startLoading() {
        loading = Task { [weak self, load] in
            do {
                let places = try await load()
                self?.handle(.loaded(places))
            } catch {
                self?.handle(.failed(message: "\(error)"))
            }
        }
    }
}
// snippet.end

// snippet.run
let body = Data(#"{"items": [{"id": "\#(UUID())", "location": "Nafplio", "image": "https://a.example/1"}]}"#.utf8)
let store = FeedShelf()
print(try await lines(of: "https://a.example", client: CannedClient(body: body), store: store))
print(try await lines(of: "https://a.example", client: CannedClient(body: nil), store: store))
// snippet.end

// snippet.session
let session = ServerSession(
    try ServerAddress("https://a.example"),
    over: SessionInfrastructure(client: CannedClient(body: nil), feeds: store, images: store),
    options: SessionOptions(now: { Date() }, report: { print($0) }))
print(try await session.loadFeed.load().images.map { $0.location ?? "" })
// snippet.end

let screen = PlacesDriver(
    load: { try await lines(of: "https://a.example", client: CannedClient(body: body), store: store) },
    show: { print($0.isLoading ? "loading" : $0.places.joined(separator: ", ")) })
screen.handle(.appeared)
await screen.loading?.value

/// The list of the feed screen: the loaded pages, the row after the last image, and the images already seen.
///
/// While a newer feed is on offer, the pages after the displayed ones are loaded through the newer feed.
struct FeedListState {
    private(set) var page: FeedPage?
    /// The image below the line between new and seen images; `nil` for no line.
    private(set) var firstSeen: FeedImage.ID?
    private(set) var loadMoreRow: LoadMoreViewModel?
    var visible: Set<FeedImage.ID> = []

    private let language: Language
    private var seen: SeenFeedState
    private var loading = LoadMoreState()
    private var goesToEnd = false

    init(language: Language, seen: SeenFeed?) {
        self.language = language
        self.seen = SeenFeedState(before: seen)
    }

    var rows: [FeedImage] { page?.images ?? [] }

    func row(_ id: FeedImage.ID) -> FeedImage? { rows.first { $0.id == id } }

    var isBelowFirstPage: Bool {
        let first = rows.firstIndex { visible.contains($0.id) }
        return first.map { $0 >= FeedQuery.defaultLimit } ?? false
    }

    /// - Returns: The images seen so far, if they have changed.
    mutating func see() -> SeenFeed? { seen.see(visible) }

    mutating func show(_ page: FeedPage) -> [FeedScreenState.Action] {
        let page = self.page.map(page.keepingShapes) ?? page
        replace(by: page)
        loadMoreRow = page.loadMore.map { _ in LoadMoreViewModel() }
        return cancelLoading()
    }

    mutating func markSaved(after error: RemoteError?) { page = page?.shown(after: error) }

    mutating func continueThrough(_ newest: FeedPage) -> [FeedScreenState.Action] {
        loadMoreRow = nextPage(newest).map { _ in LoadMoreViewModel() }
        return cancelLoading()
    }

    mutating func append(_ newest: FeedPage) -> [FeedScreenState.Action] {
        guard let page else { return [] }
        let images = page.images + newest.keepingShapes(of: page).images(after: page)
        replace(by: FeedPage(images: images, origin: page.origin, loadedAt: page.loadedAt, loadMore: page.loadMore))
        return continueThrough(newest)
    }

    private mutating func replace(by page: FeedPage) {
        self.page = page
        firstSeen = seen.show(page.images)
    }

    // MARK: Loading more

    private func nextPage(_ newest: FeedPage?) -> FeedPage.LoadMore? {
        guard let newest else { return page?.loadMore }
        guard let page, page.origin.isRemote else { return nil }
        return newest.loadMore(after: page)
    }

    mutating func becomeVisible(through newest: FeedPage?) -> [FeedScreenState.Action] {
        nextPage(newest) == nil || !loading.becomeVisible() ? [] : startLoading(through: newest)
    }

    mutating func resignVisible() { loading.resignVisible() }

    mutating func loadMore(through newest: FeedPage?) -> [FeedScreenState.Action] {
        nextPage(newest) == nil || !loading.retry() ? [] : startLoading(through: newest)
    }

    mutating func loadToEnd(through newest: FeedPage?) -> [FeedScreenState.Action] {
        guard nextPage(newest) != nil else { return [] }
        goesToEnd = true
        let progress = progress
        loadMoreRow?.progress = progress
        return loading.retry() ? startLoading(through: newest) : []
    }

    mutating func stopLoadingToEnd() {
        goesToEnd = false
        loadMoreRow?.progress = nil
        loading.stop()
    }

    mutating func endLoading() -> Bool {
        loading.end()
        return goesToEnd
    }

    mutating func fail(with message: String?) {
        stopLoadingToEnd()
        loadMoreRow?.message = message
        loadMoreRow?.isLoading = false
    }

    mutating func cancelLoading() -> [FeedScreenState.Action] {
        goesToEnd = false
        defer { loading.reset() }
        return loading.isLoading ? [.cancelLoadMore] : []
    }

    private mutating func startLoading(through newest: FeedPage?) -> [FeedScreenState.Action] {
        guard let nextPage = nextPage(newest) else { return [] }
        loadMoreRow = LoadMoreViewModel(isLoading: true, progress: progress)
        return [.loadMore(nextPage)]
    }

    private var progress: String? {
        goesToEnd ? language.text(FeedStrings.loadingToEnd, String(rows.count)) : nil
    }
}

/// Decides when the next page is loaded: once each time the row after the last image becomes visible, and when the user
/// asks for it.
private struct LoadMoreState {
    private(set) var isLoading = false
    private var isVisible = false
    /// Whether the loading page is the last one the user wants for now.
    private var isLast = false

    /// Returns whether to load now: not while a load is running, and not while the row stays visible after a failure.
    mutating func becomeVisible() -> Bool {
        defer { isVisible = true }
        return !isVisible && retry()
    }

    mutating func resignVisible() { isVisible = false }

    mutating func retry() -> Bool {
        defer { isLoading = true }
        return !isLoading
    }

    mutating func end() { isLoading = false }

    mutating func stop() { isLast = isLoading }

    /// Starts over for another page, whose row hasn't been visible yet. After ``stop()``, a row that stays visible
    /// doesn't count as another one.
    mutating func reset() { self = LoadMoreState(isVisible: isLast && isVisible) }
}

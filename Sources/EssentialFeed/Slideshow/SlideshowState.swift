/// Which image of the feed a slideshow shows, and for how long: each event changes the view model and returns actions.
///
/// After the last image comes the first. A newer feed takes the place of the one that is shown with the next image.
package struct SlideshowState: Sendable {
    /// Something that happened to the slideshow.
    package enum Event: Sendable {
        case started
        /// The feed is another one, or something else about it has changed.
        case feedChanged(FeedViewModel)
        /// The image can be seen.
        case imageSeen
        /// The image has been seen for as long as each is.
        case turnEnded
        case nextRequested
        case previousRequested
        case minutePassed
    }

    /// Something to do, before the view model is shown.
    package enum Action: Hashable, Sendable {
        case startTurn
        case cancelTurn
        case startMinute
        /// The next page of the feed is needed soon.
        case loadMore
        /// The newer feed that is offered is to take the place of the one that is shown.
        case showNewest
        /// The texts that depend on the time are to be updated.
        case tellTime
    }

    /// How many images before the last one the next page is asked for, and how many come with the one that is shown.
    private static let imagesAhead = 2

    /// What the slideshow shows, without the texts of the image.
    package private(set) var viewModel = SlideshowViewModel()
    private var rows: [FeedImage] = []
    /// The row that is shown; `nil` if the image has left the feed, or if there is none.
    private var position: Int?
    private var hasMore = false
    private var hasNewer = false
    /// Whether the newer feed that is offered is to be shown from its first image on, as soon as it comes.
    private var startsOver = false
    /// Whether the turn of the image has begun.
    private var isSeen = false

    /// Creates the state of a slideshow that has no feed yet.
    package init() {}

    /// Changes the view model by an event.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .started: return [.startMinute]
        case .minutePassed: return [.tellTime, .startMinute]
        case .feedChanged(let feed): return show(feed)
        case .imageSeen:
            guard !isSeen, !viewModel.images.isEmpty else { return [] }
            isSeen = true
            return [.startTurn]
        case .turnEnded, .nextRequested: return next()
        case .previousRequested: return move(to: (position ?? 0) == 0 ? rows.count - 1 : (position ?? 0) - 1)
        }
    }

    private mutating func show(_ feed: FeedViewModel) -> [Action] {
        rows = feed.rows
        hasMore = feed.loadMore != nil
        hasNewer = feed.newestOffer != nil
        viewModel.note = feed.note
        viewModel.isLoading = feed.isRefreshing
        viewModel.message =
            switch feed.content {
            case .rows, .loading: nil
            case .empty(let text), .failed(let text): text
            }
        // While the newer feed is still offered, what has changed is something else.
        let isNewerFeed = startsOver && !hasNewer
        if isNewerFeed { startsOver = false }
        guard !isNewerFeed, let image = viewModel.images.first else { return show(rows.isEmpty ? nil : 0) }
        return show(rows.firstIndex { $0.id == image.id }, startsAgain: false)
    }

    private mutating func next() -> [Action] {
        guard !hasNewer else {
            startsOver = true
            return [.showNewest]
        }
        let next = position.map { $0 + 1 } ?? 0
        return move(to: next < rows.count ? next : 0)
    }

    private mutating func move(to position: Int) -> [Action] {
        guard rows.indices.contains(position) else { return [] }
        let isNearEnd = rows.count - position <= Self.imagesAhead + 1
        return show(position) + (hasMore && isNearEnd ? [.loadMore] : [])
    }

    /// Shows a row. An image that has left the feed stays until the next one is shown.
    /// - Parameter startsAgain: Whether an image that is shown already begins another turn.
    private mutating func show(_ position: Int?, startsAgain: Bool = true) -> [Action] {
        let old = viewModel.images.first
        self.position = position
        viewModel.count = rows.count
        if let position {
            viewModel.images = Array(rows[position...].prefix(Self.imagesAhead + 1))
            viewModel.number = position + 1
        } else {
            viewModel.images = rows.isEmpty ? [] : Array(viewModel.images.prefix(1))
            viewModel.number = min(viewModel.number, rows.count)
        }
        guard old == viewModel.images.first else {
            isSeen = false
            return [.cancelTurn]
        }
        return startsAgain && isSeen ? [.startTurn] : []
    }
}

/// Decides which image of the feed a slideshow shows and for how long: each event changes the view model and returns
/// actions.
///
/// The first image follows the last one. A newer feed replaces the current one when the next image is shown.
package struct SlideshowState: Sendable {
    /// Something that happened to the slideshow.
    package enum Event: Sendable {
        case started
        /// The feed, or something about it, has changed.
        case feedChanged(FeedViewModel)
        /// The image has become visible.
        case imageSeen
        /// The display time of the image has ended.
        case turnEnded
        case nextRequested
        case previousRequested
        /// The user wants the image to stay, or the slideshow to continue.
        case pauseToggled
        /// Images are now shown for another time.
        case turnChanged
        case minutePassed
    }

    /// An action to perform after the view model is shown.
    package enum Action: Hashable, Sendable {
        case startTurn
        case cancelTurn
        case startMinute
        /// Load the next page of the feed soon.
        case loadMore
        /// Replace the current feed with the newer one on offer.
        case showNewest
        /// Update the texts that depend on the time.
        case tellTime
    }

    /// How many images before the end the next page is requested, and how many upcoming images the view model contains.
    private static let imagesAhead = 2

    /// The view model, without the texts of the image.
    package private(set) var viewModel = SlideshowViewModel()
    private var rows: [FeedImage] = []
    /// The displayed row; `nil` if the image has been removed from the feed, or without an image.
    private var position: Int?
    private var hasMore = false
    private var hasNewer = false
    /// Whether the newer feed on offer starts from its first image as soon as it arrives.
    private var startsOver = false
    /// Whether the image's display time has begun.
    private var isSeen = false
    /// The image to begin with, until the feed has loaded.
    private var first: FeedImage.ID?

    /// Creates the state of a slideshow before its feed has loaded.
    /// - Parameter first: The image to begin with; `nil` for the feed's first one.
    package init(first: FeedImage.ID? = nil) {
        self.first = first
    }

    /// Updates the view model after an event.
    /// - Returns: The actions to perform, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        let actions = change(after: event)
        return viewModel.isPaused ? actions.filter { $0 != .startTurn } : actions
    }

    private mutating func change(after event: Event) -> [Action] {
        switch event {
        case .started: return [.startMinute]
        case .minutePassed: return [.tellTime, .startMinute]
        case .feedChanged(let feed): return show(feed)
        case .imageSeen:
            guard !isSeen, !viewModel.images.isEmpty else { return [] }
            isSeen = true
            return [.startTurn]
        case .turnEnded, .nextRequested: return next()
        case .pauseToggled:
            viewModel.isPaused.toggle()
            return viewModel.isPaused ? [.cancelTurn] : isSeen ? [.startTurn] : []
        case .turnChanged: return isSeen ? [.startTurn] : []
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
        // While the newer feed is still on offer, this is a different change.
        let isNewerFeed = startsOver && !hasNewer
        if isNewerFeed { startsOver = false }
        guard !isNewerFeed, let image = viewModel.images.first else {
            let position = rows.firstIndex { $0.id == first } ?? 0
            if !rows.isEmpty { first = nil }
            return show(rows.isEmpty ? nil : position)
        }
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

    /// Shows a row. An image that has been removed from the feed stays until the next one is shown.
    /// - Parameter startsAgain: Whether an image that is already shown starts another turn.
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

/// Drives a slideshow: shows the images of a feed one at a time, each for the same time, and passes its view models to
/// the view.
@MainActor
package final class SlideshowController: ScreenController, FeedView {
    private enum Work {
        case turn, minute
    }

    /// Draws the slideshow. Nothing is shown before ``start()``.
    package weak var view: (any SlideshowView)?
    /// How long each image is shown. Another time applies to the image on the screen, too, from its beginning.
    package var turn: Duration {
        didSet { if turn != oldValue { handle(.turnChanged) } }
    }

    private let feed: FeedController
    private let clock: any Clock<Duration>
    private var state: SlideshowState
    var shown = SlideshowViewModel()
    private lazy var tasks = ScreenTasks<Work, SlideshowState.Event> { [weak self] in self?.handle($0) }

    /// Creates the controller without loading anything.
    /// - Parameters:
    ///   - feed: The controller of the feed, for the slideshow only.
    ///   - first: The image to begin with, if the feed has it at once; `nil` for the feed's first one.
    ///   - turn: How long each image is shown.
    ///   - clock: Measures the time.
    package init(
        of feed: FeedController, first: FeedImage.ID? = nil, turn: Duration, clock: any Clock<Duration>
    ) {
        self.feed = feed
        state = SlideshowState(first: first)
        self.turn = turn
        self.clock = clock
    }

    /// Loads the feed and shows its first image. Reloads by itself while offline and when the feed has become old.
    package func start() {
        feed.view = self
        feed.appear()
        feed.foregroundChanged(true)
        handle(.started)
    }

    /// Starts the display time of the image. Called by the view when it shows the picture or an error.
    package func imageSeen() { handle(.imageSeen) }

    /// Shows the next image; after the last one, the first.
    package func showNext() { handle(.nextRequested) }

    /// Shows the previous image; before the first one, the last.
    package func showPrevious() { handle(.previousRequested) }

    /// Keeps the image until the next call, or continues.
    package func togglePause() { handle(.pauseToggled) }

    /// Cancels running work. Nothing is shown any more.
    package func stop() {
        view = nil
        feed.stop()
        tasks.cancel(.turn)
        tasks.cancel(.minute)
    }

    /// Shows the feed. Called by the feed's controller.
    package func display(_ viewModel: FeedViewModel) { handle(.feedChanged(viewModel)) }

    /// Does nothing: a newer feed begins with its first image.
    package func scrollToTop() {}

    /// Does nothing: a slideshow always starts from the beginning.
    package func scroll(to card: FeedPlace.Card) {}

    var viewModel: SlideshowViewModel {
        var viewModel = state.viewModel
        viewModel.texts = viewModel.images.first.map(feed.texts) ?? FeedImageViewModel()
        return viewModel
    }

    func change(after event: SlideshowState.Event) -> [SlideshowState.Action] { state.handle(event) }

    func draw(_ viewModel: SlideshowViewModel) { view?.display(viewModel) }

    /// Performs the actions first, because the view may start the image's time while it draws.
    func handle(_ event: SlideshowState.Event) {
        for action in change(after: event) { perform(action) }
        let viewModel = viewModel
        guard viewModel != shown else { return }
        shown = viewModel
        draw(viewModel)
    }

    func perform(_ action: SlideshowState.Action) {
        switch action {
        case .startTurn:
            tasks.cancel(.turn)
            tasks.wait(.turn, for: turn, on: clock, then: .turnEnded)
        case .cancelTurn: tasks.cancel(.turn)
        case .startMinute: tasks.wait(.minute, for: .seconds(60), on: clock, then: .minutePassed)
        case .loadMore: feed.retryLoadMore()
        case .showNewest: feed.showNewest()
        case .tellTime: feed.timePassed()
        }
    }
}

public import Foundation
public import ImagePipeline

/// Decides when the picture of one image is loaded and what its view shows (B230–B245). Kept as long as the image is in
/// the list, while views come and go.
@MainActor
public final class FeedImageController<Picture: Sendable> {
    /// Loads the bytes and makes a picture of them; bytes that make none are an error (B236). The ticket says how soon
    /// it is needed, and is raised when it is needed sooner (N022).
    public typealias Load = @Sendable (URL, ImageTicket) async throws -> Picture
    /// Looks for a picture that needs no loading, quickly (N028).
    public typealias Look = @MainActor (URL) -> CachedPicture<Picture>?

    public let image: FeedImage
    private let look: Look?
    private let load: Load
    private weak var view: (any FeedImageView<Picture>)?
    private var state = FeedImageRequestState()
    private var running: (task: Task<Void, Never>, ticket: ImageTicket)?
    /// What the view shows is a picture.
    private var isShown = false
    private var hasLoaded = false

    /// Loads nothing (B230).
    /// - Parameter look: where pictures are kept in memory; without one, what was loaded once is not preloaded again.
    public init(image: FeedImage, look: Look? = nil, load: @escaping Load) {
        self.image = image
        self.look = look
        self.load = load
    }

    /// Cancels the load that runs.
    deinit {
        running?.task.cancel()
    }

    /// The view is on the screen, and shows this image from now on, beginning anew (B241). A picture in memory is there
    /// at once, without a shimmer and without a request (N028); one of another size until the right one has come.
    public func becomeVisible(_ view: any FeedImageView<Picture>) {
        self.view = view
        let known = look?(image.url)
        display(known.map { .shown($0.picture) } ?? .loading)
        perform(state.becomeVisible(hasPicture: known?.isCurrent ?? false))
    }

    /// The view has left the screen. Means nothing when another has taken its place (B243).
    public func resignVisible(_ view: any FeedImageView<Picture>) {
        guard self.view === view else { return }
        self.view = nil
        perform(state.resignVisible())
    }

    /// Pictures are shown at another size now. One that was decoded for the earlier size stays until the right one has
    /// come (N030).
    public func shownSizeChanged() {
        guard view != nil, look?(image.url)?.isCurrent == false else { return }
        perform(state.becomeVisible())
    }

    /// The row may be on the screen soon (B238).
    public func becomeNearVisible() {
        let hasPicture = look.map { $0(image.url)?.isCurrent ?? false } ?? hasLoaded
        perform(state.becomeNearVisible(hasPicture: hasPicture))
    }

    /// B239.
    public func resignNearVisible() {
        perform(state.resignNearVisible())
    }

    /// The person wants another try (B235, B237).
    public func retry() {
        let actions = state.retry()
        guard !actions.isEmpty else { return }
        display(.loading)
        perform(actions)
    }

    /// The image is not in the list any more.
    public func stop() {
        view = nil
        perform(state.stop())
    }

    private func perform(_ actions: [FeedImageRequestState.Action]) {
        for action in actions {
            switch action {
            case .start(let request, let priority): start(request, ImageTicket(priority))
            case .raise(let priority): running?.ticket.raise(to: priority)
            case .cancel:
                running?.task.cancel()
                running = nil
            }
        }
    }

    private func start(_ request: Int, _ ticket: ImageTicket) {
        let url = image.url
        let task = Task { [weak self, load] in
            let result: FeedImageState<Picture>
            do {
                result = .shown(try await load(url, ticket))
            } catch {
                // Nobody waits for a load that was cancelled: its number does not count any more.
                result = .failed(FeedImageFailure(error))
            }
            self?.finish(request, result)
        }
        running = (task, ticket)
    }

    private func finish(_ request: Int, _ result: FeedImageState<Picture>) {
        guard state.finish(request: request) else { return }
        running = nil
        switch result {
        case .shown: hasLoaded = true
        // A picture of another size is better than none.
        case .failed where isShown: return
        case .empty, .loading, .failed: break
        }
        display(result)
        // It may have changed while the picture was on its way.
        if isShown { shownSizeChanged() }
    }

    private func display(_ state: FeedImageState<Picture>) {
        if case .shown = state { isShown = true } else { isShown = false }
        view?.display(state)
    }
}

public import Foundation

/// Decides when the picture of one image is loaded and what its view shows (B230–B245). Kept as long as the image is in
/// the list, while views come and go.
@MainActor
public final class FeedImageController<Picture: Sendable> {
    /// Loads the bytes and makes a picture of them; bytes that make none are an error (B236).
    public typealias Load = @Sendable (URL, FeedImagePriority) async throws -> Picture

    public let image: FeedImage
    private let load: Load
    private weak var view: (any FeedImageView<Picture>)?
    private var state = FeedImageRequestState()
    private var task: Task<Void, Never>?

    /// Loads nothing (B230).
    public init(image: FeedImage, load: @escaping Load) {
        self.image = image
        self.load = load
    }

    /// The view is on the screen, and shows this image from now on, beginning anew (B241).
    public func becomeVisible(_ view: any FeedImageView<Picture>) {
        self.view = view
        view.display(.loading)
        perform(state.becomeVisible())
    }

    /// The view has left the screen. Means nothing when another has taken its place (B243).
    public func resignVisible(_ view: any FeedImageView<Picture>) {
        guard self.view === view else { return }
        self.view = nil
        perform(state.resignVisible())
    }

    /// The row may be on the screen soon (B238).
    public func becomeNearVisible() {
        perform(state.becomeNearVisible())
    }

    /// B239.
    public func resignNearVisible() {
        perform(state.resignNearVisible())
    }

    /// The person wants another try (B235, B237).
    public func retry() {
        let actions = state.retry()
        guard !actions.isEmpty else { return }
        view?.display(.loading)
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
            case .start(let request, let priority): start(request, priority)
            case .cancel:
                task?.cancel()
                task = nil
            }
        }
    }

    private func start(_ request: Int, _ priority: FeedImagePriority) {
        let url = image.url
        task = Task { [weak self, load] in
            let result: FeedImageState<Picture>
            do {
                result = .shown(try await load(url, priority))
            } catch {
                // Nobody waits for a load that was cancelled: its number does not count any more.
                result = .failed
            }
            self?.finish(request, result)
        }
    }

    private func finish(_ request: Int, _ result: FeedImageState<Picture>) {
        var hasLoaded = false
        if case .shown = result { hasLoaded = true }
        guard state.finish(request: request, hasLoaded: hasLoaded) else { return }
        task = nil
        view?.display(result)
    }
}

package import ImageFormats
package import ImagePipeline

/// Decides when the picture of one image is loaded and what its view shows. Exists as long as the image is in the list,
/// even without a view.
@MainActor
package final class FeedImageController<Picture: Sendable> {
    /// Receives a placeholder picture to show until the requested one has loaded.
    package typealias ShowMeanwhile = LoadFeedImagePicture<Picture>.ShowMeanwhile
    /// Loads a picture. The ticket raises the request's priority when the picture is needed sooner.
    package typealias Load = @Sendable (FeedImageRequest, ImageTicket, @escaping ShowMeanwhile) async throws -> Picture
    /// Looks up an image's picture in memory, at a size or else at any other size; must be fast.
    package typealias Look = @MainActor (FeedImage, PixelSize) -> CachedPicture<Picture>?

    package let image: FeedImage
    /// The size that the view shows pictures at.
    ///
    /// When it changes, the current picture stays on the screen until one of the right size has loaded.
    package var pictureSize: PixelSize {
        didSet { if pictureSize != oldValue { updatePicture() } }
    }

    private let look: Look?
    private let load: Load
    private weak var view: (any FeedImageView<Picture>)?
    private var state = FeedImageRequestState()
    private var running: (task: Task<Void, Never>, ticket: ImageTicket)?
    private var isShown = false
    /// The size that the picture on the screen was decoded for; `nil` without a picture or if the size is unknown.
    private var shownSize: PixelSize?
    private var hasLoaded = false

    package init(image: FeedImage, size: PixelSize, look: Look? = nil, load: @escaping Load) {
        self.image = image
        pictureSize = size
        self.look = look
        self.load = load
    }

    deinit { running?.task.cancel() }

    /// Shows the picture in a view that is now on the screen.
    ///
    /// A picture in memory is shown at once, without a shimmer or a request. A picture of another size is shown until
    /// one of the right size has loaded.
    package func becomeVisible(_ view: any FeedImageView<Picture>) {
        self.view = view
        let known = look?(image, pictureSize)
        let isExact = known?.isExact ?? false
        display(known.map { .shown($0.picture) } ?? .loading, of: isExact ? pictureSize : nil)
        perform(state.becomeVisible(hasPicture: isExact))
    }

    /// Cancels the load after the view has left the screen. Does nothing if another view has replaced the view.
    package func resignVisible(_ view: any FeedImageView<Picture>) {
        guard self.view === view else { return }
        self.view = nil
        perform(state.resignVisible())
    }

    /// Preloads the picture of a row that may be on the screen soon.
    package func becomeNearVisible() {
        let hasPicture = look.map { $0(image, pictureSize)?.isExact ?? false } ?? hasLoaded
        perform(state.becomeNearVisible(hasPicture: hasPicture))
    }

    /// Cancels the preload of a row that has moved away from the screen.
    package func resignNearVisible() { perform(state.resignNearVisible()) }

    package func retry() {
        let actions = state.retry()
        guard !actions.isEmpty else { return }
        display(.loading)
        perform(actions)
    }

    /// Cancels the load after the image has been removed from the list.
    package func stop() {
        view = nil
        perform(state.resignVisible())
    }

    private func updatePicture() {
        guard view != nil, isShown, shownSize != pictureSize else { return }
        if let known = look?(image, pictureSize), known.isExact { display(.shown(known.picture), of: pictureSize) }
        if shownSize != pictureSize { perform(state.becomeVisible()) }
    }

    private func perform(_ actions: [FeedImageRequestState.Action]) {
        for action in actions {
            switch action {
            case .start(let priority): start(priority)
            case .raise(let priority): running?.ticket.raise(to: priority)
            case .cancel:
                running?.task.cancel()
                running = nil
            }
        }
    }

    private func start(_ priority: ImagePriority) {
        let request = FeedImageRequest(image, size: pictureSize, priority: priority)
        let ticket = ImageTicket()
        let task = Task { [weak self, load] in
            let result: FeedImageState<Picture>
            do {
                result = .shown(try await load(request, ticket) { [weak self] in await self?.showMeanwhile($0) })
            } catch {
                result = .failed(FeedImageError(error))
            }
            if !Task.isCancelled { self?.finish(result, of: request.size) }
        }
        running = (task, ticket)
    }

    /// Shows a placeholder that isn't sharp, unless another picture is shown.
    private func showMeanwhile(_ picture: Picture) {
        if !Task.isCancelled, !isShown { display(.shown(picture)) }
    }

    private func finish(_ result: FeedImageState<Picture>, of size: PixelSize?) {
        state.finish()
        running = nil
        switch result {
        case .shown: hasLoaded = true
        // A picture of another size, or of a less sharp variant, is better than an error.
        case .failed where isShown: return
        case .empty, .loading, .failed: break
        }
        display(result, of: size)
        // The size may have changed during the load.
        updatePicture()
    }

    private func display(_ state: FeedImageState<Picture>, of size: PixelSize? = nil) {
        if case .shown = state { isShown = true } else { isShown = false }
        shownSize = isShown ? size : nil
        view?.display(state)
    }
}

@MainActor
package protocol FeedImageView<Picture>: AnyObject {
    associatedtype Picture: Sendable

    func display(_ state: FeedImageState<Picture>)
}

/// The visible state of an image's picture.
package enum FeedImageState<Picture: Sendable>: Sendable {
    case empty
    /// The view shows a shimmer.
    case loading
    case shown(Picture)
    /// The view shows an error, with a retry button if a retry may succeed.
    case failed(FeedImageError)

    package var picture: Picture? { if case .shown(let picture) = self { picture } else { nil } }
    package var isLoading: Bool { if case .loading = self { true } else { false } }
    package var failure: FeedImageError? { if case .failed(let error) = self { error } else { nil } }
}

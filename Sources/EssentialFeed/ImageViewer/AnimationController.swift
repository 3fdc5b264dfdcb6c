package import ImageFormats

/// What the viewer shows of an animation besides its frames.
package struct AnimationViewModel: Hashable, Sendable {
    /// Whether the animation is shown as playing; if so, the user can stop it.
    package var isPlaying: Bool
    /// Whether ``AnimationController/timePassed(_:)`` must be called on every refresh of the screen.
    package var needsTime: Bool

    package init(isPlaying: Bool, needsTime: Bool) {
        self.isPlaying = isPlaying
        self.needsTime = needsTime
    }
}

@MainActor
package protocol AnimationView<Picture>: AnyObject {
    associatedtype Picture: Sendable

    func display(_ animation: AnimationViewModel?)
    func display(frame: Picture)
}

/// Drives the animation of one image at a time: opens it, decodes frames in advance and shows them on time.
@MainActor
package final class AnimationController<Picture: Sendable> {
    /// Opens the animation of an image at its display size; `nil` if the image is a still.
    package typealias Open = @Sendable (FeedImage, PixelSize) async throws -> (any Animation<Picture>)?

    package weak var view: (any AnimationView<Picture>)?
    package var playsByItself = true {
        didSet { if playsByItself != oldValue { handle(.playsByItself(playsByItself)) } }
    }
    /// Whether the view is visible. While it isn't, the animation is paused and nothing is decoded.
    package var isWatched = false {
        didSet { if isWatched != oldValue { handle(.watched(isWatched)) } }
    }

    private let open: Open
    private let onError: @MainActor (any Error) -> Void
    private var image: FeedImage?
    private var animation: (any Animation<Picture>)?
    private var state: AnimationState?
    private var frames: [Int: Picture] = [:]
    private var decoded = 0
    private var task: Task<Void, Never>?
    /// The size for reopening an animation that couldn't be opened; `nil` if opening hasn't failed.
    private var retrySize: PixelSize?

    /// Creates the controller without an animation.
    /// - Parameter onError: Receives the error of an animation that can't be opened or continued. The last frame stays
    ///   on the screen, and ``toggle()`` retries.
    package init(open: @escaping Open, onError: @escaping @MainActor (any Error) -> Void) {
        self.open = open
        self.onError = onError
    }

    deinit { task?.cancel() }

    package func start(_ image: FeedImage, shownAt size: PixelSize) {
        guard self.image != image else { return }
        close()
        self.image = image
        open(image, shownAt: size)
    }

    package func close() {
        task?.cancel()
        let wasShown = state != nil || retrySize != nil
        (task, image, animation, state, frames, decoded, retrySize) = (nil, nil, nil, nil, [:], 0, nil)
        if wasShown { view?.display(nil) }
    }

    @discardableResult
    package func toggle() -> Bool {
        if let image, let retrySize {
            self.retrySize = nil
            open(image, shownAt: retrySize, isRequested: true)
            return true
        }
        guard state != nil else { return false }
        handle(.toggled)
        return true
    }

    /// Shows the frame that is due. Call it on every refresh of the screen while ``AnimationViewModel/needsTime`` is set.
    /// - Parameter now: The time of the refresh, since an arbitrary moment.
    package func timePassed(_ now: Duration) { handle(.time(now)) }

    /// - Parameter isRequested: Whether the user asked for the animation to play.
    private func open(_ image: FeedImage, shownAt size: PixelSize, isRequested: Bool = false) {
        task = Task { [weak self, open] in
            do {
                let animation = try await open(image, size)
                guard !Task.isCancelled, let self else { return }
                guard let animation else {
                    // Hides the retry button.
                    if isRequested { view?.display(nil) }
                    return
                }
                begin(animation)
                if isRequested, state?.viewModel.isPlaying == false { handle(.toggled) }
            } catch {
                guard !Task.isCancelled, !(error is CancellationError) else { return }
                self?.openingFailed(error, size)
            }
        }
    }

    private func openingFailed(_ error: any Error, _ size: PixelSize) {
        retrySize = size
        view?.display(AnimationViewModel(isPlaying: false, needsTime: false))
        onError(error)
    }

    private func begin(_ animation: any Animation<Picture>) {
        self.animation = animation
        let state = AnimationState(animation.header)
        self.state = state
        view?.display(state.viewModel)
        handle(.watched(isWatched))
        handle(.playsByItself(playsByItself))
    }

    private func handle(_ event: AnimationState.Event) {
        guard let actions = state?.handle(event) else { return }
        for action in actions {
            switch action {
            case .update(let viewModel): view?.display(viewModel)
            case .decode: decode()
            case .show(let frame):
                if let state, let picture = frames[state.kept(frame)] { view?.display(frame: picture) }
            case .drop(let first): frames = frames.filter { $0.key >= first }
            }
        }
    }

    private func decode() {
        guard let animation else { return }
        task = Task { [weak self] in
            do {
                let pictures = try await animation.next()
                guard !Task.isCancelled else { return }
                self?.add(pictures)
            } catch {
                guard !Task.isCancelled else { return }
                self?.decodingFailed(error)
            }
        }
    }

    private func add(_ pictures: [Picture]) {
        for picture in pictures {
            frames[decoded] = picture
            decoded += 1
        }
        handle(.decoded(pictures.count))
    }

    private func decodingFailed(_ error: any Error) {
        handle(.failed)
        if !(error is CancellationError) { onError(error) }
    }
}

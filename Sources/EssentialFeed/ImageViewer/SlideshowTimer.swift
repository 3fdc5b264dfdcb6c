/// Times the images of a slideshow: each is shown for the same time, from when it is seen.
@MainActor
package final class SlideshowTimer {
    /// How long each image is shown. Another time applies to the image on the screen, too.
    package var turn: Duration {
        didSet { restart() }
    }
    /// Whether the image stays until the user continues.
    package var isPaused = false {
        didSet { restart() }
    }
    /// Called when the time of an image has ended.
    package var onTurnEnded: (() -> Void)?

    private let clock: any Clock<Duration>
    private var isSeen = false
    private var wait: Task<Void, Never>?

    /// Creates a timer without an image.
    /// - Parameter turn: How long each image is shown.
    package init(turn: Duration, clock: any Clock<Duration>) {
        self.turn = turn
        self.clock = clock
    }

    deinit { wait?.cancel() }

    /// Waits until the next image is seen.
    package func imageChanged() {
        isSeen = false
        wait?.cancel()
    }

    /// Starts the time of the image. Call it when its picture or an error is shown.
    package func imageSeen() {
        guard !isSeen else { return }
        isSeen = true
        restart()
    }

    private func restart() {
        wait?.cancel()
        guard isSeen, !isPaused else { return }
        wait = Task { [weak self, clock, turn] in
            do {
                try await clock.sleep(for: turn)
            } catch {
                return  // The wait was cancelled.
            }
            if !Task.isCancelled { self?.onTurnEnded?() }
        }
    }
}

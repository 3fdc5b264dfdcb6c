/// Times the images of a slideshow: each is shown for the same time, from when it is seen.
@MainActor
package final class SlideshowTimer {
    private enum Work { case turn }

    /// How long each image is shown. Another time applies to the image on the screen, too.
    package var turn: Duration { didSet { restart() } }
    /// Whether the image stays until the user continues.
    package var isPaused = false { didSet { restart() } }
    package var onTurnEnded: (() -> Void)?
    private let clock: any Clock<Duration>
    private var isSeen = false
    private lazy var tasks = ScreenTasks<Work, Void> { [weak self] _ in self?.onTurnEnded?() }

    package init(turn: Duration, clock: any Clock<Duration>) {
        self.turn = turn
        self.clock = clock
    }

    package func imageChanged() {
        isSeen = false
        tasks.cancel(.turn)
    }

    /// Starts the time of the image. Call it when its picture or an error is shown.
    package func imageSeen() {
        guard !isSeen else { return }
        isSeen = true
        restart()
    }

    private func restart() {
        tasks.cancel(.turn)
        if isSeen, !isPaused { tasks.wait(.turn, for: turn, on: clock, then: ()) }
    }
}

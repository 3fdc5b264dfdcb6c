import EssentialFeed
import EssentialFeedGTK
import GtkKit

/// A slideshow above all other screens, in full screen: the viewer with a timer.
final class Slideshow {
    let viewer: ImageViewerController<Texture>
    private let screen: ImageViewerScreen
    private let window: MainWindow
    private let wasFullScreen: Bool
    private let onEnd: (FeedImage.ID) -> Void
    private var hasEnded = false

    init(
        _ viewer: ImageViewerController<Texture>, in window: MainWindow, language: Language,
        onEnd: @escaping (FeedImage.ID) -> Void
    ) {
        (self.viewer, self.window, self.onEnd) = (viewer, window, onEnd)
        screen = ImageViewerScreen(
            controller: viewer, language: language,
            slideshow: SlideshowTimer(turn: .seconds(5), clock: ContinuousClock()))
        screen.onBack = { [weak window] in window?.navigator.goBack() }
        wasFullScreen = window.isFullScreen
        window.isFullScreen = true
        window.navigator.push(screen.root) { [weak self] in self?.end() }
        window.leaveFocus()
        viewer.appear()
    }

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        let last = viewer.image.id
        viewer.stop()
        if !wasFullScreen { window.isFullScreen = false }
        onEnd(last)
    }
}

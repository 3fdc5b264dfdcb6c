import EssentialFeed
import Foundation
import TestSupport
import Testing

/// A slideshow over the loads of its feed.
@MainActor
@Suite(.detectsHangs) struct SlideshowControllerTests {
    private final class View: SlideshowView {
        private(set) var shown: [SlideshowViewModel] = []
        var onDisplay: (() -> Void)?
        let changed = Shown<SlideshowViewModel>()

        func display(_ viewModel: SlideshowViewModel) {
            shown.append(viewModel)
            changed.add(viewModel)
            onDisplay?()
        }
    }

    private let images = (0..<2).map { FeedImage(id: UUID(), description: "\($0)", url: anyURL()) }

    private func slideshow(
        _ load: @escaping FeedController.Load
    ) -> (controller: SlideshowController, view: View, clock: VirtualClock) {
        let (clock, view) = (VirtualClock(), View())
        let feed = FeedController(load: load, in: ScreenContext(now: { Date() }, language: .english))
        let controller = SlideshowController(of: feed, turn: .seconds(8), clock: clock)
        controller.view = view
        return (controller, view, clock)
    }

    private func page(_ origin: FeedOrigin) -> FeedPage {
        FeedPage(images: images, origin: origin, loadedAt: Date())
    }

    @Test func `Each image is seen for its time, which begins when the view shows it`() async throws {
        let page = page(.remote)
        let (controller, view, clock) = slideshow { page }
        #expect(view.shown == [])
        controller.start()
        await view.changed.until { $0.texts.description == "0" && !$0.isLoading }
        #expect(!clock.sleeps.contains(.seconds(8)))
        controller.imageSeen()
        await clock.sleepers(2)
        clock.advance(by: .seconds(8))
        await view.changed.until { $0.texts.description == "1" }
        controller.showPrevious()
        #expect(view.shown.last?.number == 1)
        controller.stop()
    }

    @Test func `An image has the chosen time, and stays while the slideshow is paused`() async throws {
        let page = page(.remote)
        let (controller, view, clock) = slideshow { page }
        view.onDisplay = { [weak controller] in controller?.imageSeen() }
        controller.start()
        await clock.sleepers(2)
        controller.turn = .seconds(3)
        await clock.sleepers(2)
        clock.advance(by: .seconds(3))
        await view.changed.until { $0.texts.description == "1" }
        await clock.sleepers(2)
        controller.togglePause()
        clock.advance(by: .seconds(8))
        #expect(view.shown.last?.texts.description == "1")
        #expect(view.shown.last?.isPaused == true)
        controller.togglePause()
        await clock.sleepers(2)
        clock.advance(by: .seconds(3))
        await view.changed.until { $0.texts.description == "0" }
        controller.stop()
    }

    @Test func `Images take turns if the view shows each of them while it draws`() async throws {
        let page = page(.remote)
        let (controller, view, clock) = slideshow { page }
        view.onDisplay = { [weak controller] in controller?.imageSeen() }
        controller.start()
        for description in ["1", "0", "1"] {
            await clock.sleepers(2)
            clock.advance(by: .seconds(8))
            await view.changed.until { $0.texts.description == description }
        }
        controller.stop()
    }

    @Test func `A saved feed is shown with its note, and an error in the image's place`() async throws {
        let page = page(.cache(after: .connectivity(anyError())))
        let (saved, view, _) = slideshow { page }
        saved.start()
        await view.changed.until { $0.note?.hasPrefix("Offline.") == true && $0.images.count == 2 }
        saved.stop()
        let (failing, errors, _) = slideshow { throw LoadFeedError(remote: nil) }
        failing.start()
        await errors.changed.until {
            $0.message == "There is no saved feed from the last seven days." && $0.images.isEmpty
        }
        failing.stop()
    }
}

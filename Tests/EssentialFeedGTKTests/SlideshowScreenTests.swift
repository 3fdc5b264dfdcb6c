import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import class TestSupport.VirtualClock
import XCTest

/// The slideshow of the app. The comment above a function is its name.
final class SlideshowScreenTests: WidgetTestCase {
    /// Photos take turns; Space keeps the one on the screen, and the arrows show the next and the previous one
    func test_slideshow_obeysKeys() {
        onMain {
            let show = Slideshow()
            show.wait(for: "photo 1")
            show.stage.press(GDK_KEY_Right)
            show.wait(for: "photo 2")
            show.stage.press(GDK_KEY_Left)
            show.wait(for: "photo 1")
            show.stage.press(GDK_KEY_space)
            XCTAssertEqual(show.playLabel, "Play")
            show.stage.press(GDK_KEY_space)
            XCTAssertEqual(show.playLabel, "Pause")
            show.passTurns(until: "photo 2")
            show.close()
        }
    }

    /// The menu has the times, and marks the one that is chosen
    func test_menu_choosesTime() {
        onMain {
            let show = Slideshow()
            show.wait(for: "photo 1")
            gtk_widget_activate_action_variant(show.screen.root.pointer, "slideshow.turn", g_variant_new_string("30"))
            XCTAssertEqual(show.timer.turn, .seconds(30))
            show.close()
        }
    }

    /// A photo that can't be shown says why, and the slideshow goes on
    func test_slideshow_showsFailure() {
        onMain {
            let show = Slideshow(.fail(.undecodable("a test")))
            runLoop(until: "the reason") {
                show.screen.root.descendants.contains { $0.text(is: "The photo is damaged.") && $0.isMapped }
            }
            show.passTurns(until: "photo 2")
            show.close()
        }
    }

    /// Nothing of the slideshow stays behind
    func test_slideshow_leavesNothing() {
        onMain {
            let references = LiveCount.references.value
            for _ in 0..<3 {
                let show = Slideshow()
                show.wait(for: "photo 1")
                show.close()
            }
            runLoop(until: "the end of the screens") { LiveCount.references.value <= references }
        }
    }
}

/// A slideshow of two photos, with time controlled by the test.
@MainActor
private struct Slideshow {
    let clock = VirtualClock()
    let timer: SlideshowTimer
    let screen: ImageViewerScreen
    let controller: ImageViewerController<Texture>
    let stage: Stage

    init(_ kind: Screens.Pictures = .come) {
        let images = (1...2).map { Screens.image($0, description: "photo \($0)", location: nil) }
        timer = SlideshowTimer(turn: .seconds(5), clock: clock)
        (screen, controller) = Screens.viewer(images, kind, clock: clock, slideshow: timer)
        stage = Stage(screen.root)
        gtk_window_set_focus(stage.window.window, nil)
    }

    func close() {
        controller.stop()
        stage.close()
    }

    /// Waits until the caption of a photo is seen.
    func wait(for caption: String) {
        runLoop(until: caption) { screen.root.descendants.contains { $0.text(is: caption) && $0.isMapped } }
        stage.settle()
    }

    /// Lets turns end until the caption of a photo is seen.
    func passTurns(until caption: String) {
        runLoop(until: caption) {
            clock.advance(by: .seconds(5))
            return screen.root.descendants.contains { $0.text(is: caption) && $0.isMapped }
        }
    }

    var playLabel: String? {
        screen.root.playButton.flatMap { gtk_widget_get_tooltip_text($0.pointer) }.map { String(cString: $0) }
    }
}

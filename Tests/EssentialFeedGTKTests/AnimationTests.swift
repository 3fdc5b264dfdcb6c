import CAdwaita
import DecoderProcess
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import struct TestSupport.AnimatedGIF
import XCTest

/// Animations in the viewer. The comment above a function is its name.
final class AnimationTests: WidgetTestCase {
    /// The viewer's display of an animation.
    private struct Player {
        let screen: ImageViewerScreen
        let controller: ImageViewerController<Texture>
        let stage: Stage

        @MainActor init(_ viewer: (screen: ImageViewerScreen, controller: ImageViewerController<Texture>)) {
            (screen, controller) = viewer
            stage = Stage(screen.root)
            // As the app does it when it opens the viewer.
            gtk_window_set_focus(stage.window.window, nil)
        }

        @MainActor func close() {
            controller.stop()
            stage.close()
        }

        /// The visible texture.
        @MainActor var paintable: OpaquePointer? {
            ImageViewerTests.picture(screen).flatMap { gtk_picture_get_paintable($0.opaque) }
        }

        /// The pixels of the visible texture.
        @MainActor var pixels: [UInt8] {
            guard let texture = paintable else { return [] }
            let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            gdk_texture_download(texture, &pixels, gsize(width * 4))
            return pixels
        }

        @MainActor var button: Widget? { screen.root.playButton }

        @MainActor var label: String? {
            button.flatMap { gtk_widget_get_tooltip_text($0.pointer) }.map { String(cString: $0) }
        }

        /// Waits until so many other textures have been seen, one after the other.
        @MainActor func waitForFrames(_ count: Int) {
            for _ in 0..<count {
                let before = paintable
                runLoop(until: "a frame") { paintable != before }
            }
        }

        /// Waits for the picture, with a button.
        @MainActor func waitForButton() {
            runLoop(until: "the button") { button.map { $0.isMapped } ?? false }
        }
    }

    /// An animation plays by itself where the desktop shows animations, and stops and goes on by Space
    func test_viewer_playsAnimations() {
        onMain {
            for name in ["animated.gif", "animated.webp"] {
                Surroundings.set("gtk-enable-animations", true)
                let player = Player(try Screens.viewer(ofFile: name))
                player.waitForFrames(4)
                XCTAssertEqual(player.label, "Pause")
                player.stage.press(GDK_KEY_space)
                XCTAssertEqual(player.label, "Play")
                let stopped = player.paintable
                for _ in 0..<20 { player.stage.settle() }
                XCTAssertEqual(player.paintable, stopped)
                player.stage.press(GDK_KEY_space)
                player.waitForFrames(2)
                player.close()
            }
        }
    }

    /// Where the desktop shows no animations, the first frame stays until the person presses Space or the button
    func test_viewer_waitsForPerson() {
        onMain {
            let player = Player(try Screens.viewer(ofFile: "animated.gif"))
            player.waitForButton()
            XCTAssertEqual(player.label, "Play")
            let first = player.pixels
            for _ in 0..<20 { player.stage.settle() }
            XCTAssertTrue(player.pixels == first, "it moves")
            try XCTUnwrap(player.button).click()
            player.waitForFrames(3)
            XCTAssertEqual(player.label, "Pause")
            player.close()
        }
    }

    /// A still has no button to play it, and an animation has none any more once it is gone
    func test_viewer_hasNoButtonForStills() {
        onMain {
            let still = Player(try Screens.viewer(ofFile: "plain.gif"))
            runLoop(until: "the picture") { still.paintable != nil }
            for _ in 0..<20 { still.stage.settle() }
            XCTAssertFalse(try XCTUnwrap(still.button).isVisible)
            still.close()
            let player = Player(try Screens.viewer(ofFile: "animated.gif"))
            player.waitForButton()
            player.controller.animation.close()
            XCTAssertFalse(try XCTUnwrap(player.button).isVisible)
            player.close()
        }
    }

    /// An animation that is covered by another screen stands still, and goes on when it is seen again
    func test_viewer_standsStillWhileCovered() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let player = Player(try Screens.viewer(ofFile: "animated.gif"))
            player.waitForFrames(2)
            gtk_widget_set_child_visible(player.screen.root.pointer, gboolean(0))
            runLoop(until: "the end of its time on the screen") { !player.screen.root.isMapped }
            XCTAssertFalse(player.controller.animation.isWatched)
            let covered = player.paintable
            let window = player.stage.window
            for _ in 0..<20 {
                var hasPassed = false
                window.afterFrame { hasPassed = true }
                runLoop(until: "a frame") { hasPassed }
            }
            XCTAssertEqual(player.paintable, covered)
            gtk_widget_set_child_visible(player.screen.root.pointer, gboolean(1))
            player.waitForFrames(2)
            player.close()
        }
    }

    /// A playing animation is zoomed like a still
    func test_viewer_zoomsAnimation() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let moving = AnimatedGIF(200, 150, frames: [.init(200, 150, colour: 1), .init(200, 150, colour: 2)])
            let player = Player(try Screens.viewer(of: moving.data))
            player.waitForFrames(2)
            let before = try XCTUnwrap(ImageViewerTests.picture(player.screen))
            let width = gtk_widget_get_width(before.pointer)
            player.stage.press(GDK_KEY_plus)
            player.stage.settle()
            XCTAssertGreaterThan(gtk_widget_get_width(before.pointer), width)
            player.waitForFrames(2)
            player.close()
        }
    }

    /// Nothing of a viewer with an animation, which can be dragged, stays behind
    func test_viewer_leavesNothingOfAnimation() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let (widgets, textures) = (LiveCount.references.value, LiveCount.textures.value)
            for _ in 0..<3 {
                let player = Player(try Screens.viewer(ofFile: "animated.gif"))
                player.screen.drag = (onPress: { _ in }, onDrag: { _ in nil }, onEnd: {})
                player.waitForFrames(3)
                player.close()
            }
            runLoop(until: "the end of the screens") {
                LiveCount.references.value <= widgets && LiveCount.textures.value <= textures
            }
        }
    }

    /// An AVIF and a HEIC are shown in the viewer, sharp, turned and at their own size
    func test_viewer_showsHEIF() {
        onMain {
            for name in ["large.avif", "ten-bits.heic"] {
                let player = Player(try Screens.viewer(ofFile: name))
                runLoop(until: "the picture") { player.paintable != nil }
                let texture = try XCTUnwrap(player.paintable)
                XCTAssertGreaterThan(gdk_paintable_get_intrinsic_width(texture), 20, name)
                XCTAssertFalse(player.button?.isMapped ?? false)
                player.close()
            }
        }
    }
}

extension Widget {
    @MainActor fileprivate func click() { gtk_widget_activate(pointer) }
}

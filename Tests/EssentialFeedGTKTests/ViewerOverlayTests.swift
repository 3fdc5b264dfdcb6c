import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import class TestSupport.VirtualClock
import XCTest

/// The widgets over the viewer's picture. The comment above a function is its name.
final class ViewerOverlayTests: WidgetTestCase {
    /// The picture has the whole screen, below the title and the caption
    func test_picture_reachesEdges() {
        onMain {
            let viewer = Viewer()
            let picture = try XCTUnwrap(ImageViewerTests.picture(viewer.screen))
            XCTAssertEqual(gtk_widget_get_width(picture.pointer), gtk_widget_get_width(viewer.screen.root.pointer))
            XCTAssertEqual(gtk_widget_get_height(picture.pointer), gtk_widget_get_height(viewer.screen.root.pointer))
            viewer.close()
        }
    }

    /// Title, caption and buttons hide after two seconds, can't be clicked then, and come back with the pointer and keys
    func test_controls_hideWithoutUse() {
        onMain {
            let viewer = Viewer()
            viewer.rest()
            XCTAssertTrue(viewer.controls.allSatisfy { gtk_widget_get_can_target($0.pointer) == 0 })
            viewer.movePointer(x: 30, y: 40)
            XCTAssertTrue(viewer.areControlsShown)
            XCTAssertTrue(viewer.controls.allSatisfy { gtk_widget_get_can_target($0.pointer) != 0 })
            viewer.rest()
            viewer.movePointer(x: 30, y: 40)
            XCTAssertFalse(viewer.areControlsShown, "the pointer hasn't moved")
            viewer.stage.press(GDK_KEY_Tab)
            XCTAssertTrue(viewer.areControlsShown)
            viewer.close()
        }
    }

    /// What has the visible focus doesn't hide
    func test_controls_stayWithFocus() {
        onMain {
            let viewer = Viewer()
            let button = try XCTUnwrap(viewer.screen.root.descendants.first { $0.hasIcon("go-next-symbolic") })
            gtk_widget_grab_focus(button.pointer)
            gtk_window_set_focus_visible(viewer.stage.window.window, gboolean(1))
            viewer.pass(.seconds(2))
            viewer.pass(.seconds(2))
            XCTAssertTrue(viewer.areControlsShown)
            gtk_window_set_focus_visible(viewer.stage.window.window, gboolean(0))
            viewer.rest()
            viewer.close()
        }
    }

    /// The zoom level is seen in percent of the picture's own pixels, and hides
    func test_zoomLevel_isShown() {
        onMain {
            let viewer = Viewer()
            let level = try XCTUnwrap(viewer.screen.root.descendants.first { $0.hasClass("viewer-zoom") })
            XCTAssertFalse(level.isVisible)
            viewer.stage.press(GDK_KEY_1)
            XCTAssertEqual(level.text, "100%")
            XCTAssertTrue(level.isVisible)
            let picture = try XCTUnwrap(ImageViewerTests.picture(viewer.screen))
            viewer.stage.settle()
            XCTAssertEqual(gtk_widget_get_width(picture.pointer), 1_600)
            viewer.stage.press(GDK_KEY_0)
            XCTAssertEqual(level.text, "25%")
            // A layout shows the level again.
            viewer.stage.settle()
            viewer.pass(.seconds(2))
            runLoop(until: "no level") { !level.isVisible }
            viewer.close()
        }
    }

    /// R turns the view to the right and Shift+R to the left, and the next photo is upright
    func test_picture_isTurned() {
        onMain {
            let viewer = Viewer()
            runLoop(until: "the picture") { viewer.hasPicture }
            XCTAssertGreaterThan(viewer.aspect, 1)
            for (key, modifiers, isWide) in [
                (GDK_KEY_r, 0, false), (GDK_KEY_r, 0, true), (GDK_KEY_R, GDK_SHIFT_MASK.rawValue, false),
                (GDK_KEY_r, GDK_CONTROL_MASK.rawValue, true), (GDK_KEY_R, GDK_SHIFT_MASK.rawValue, false),
            ] {
                viewer.stage.press(key, modifiers)
                XCTAssertEqual(viewer.aspect > 1, isWide)
            }
            viewer.controller.showNext()
            runLoop(until: "the next picture") { viewer.hasPicture }
            XCTAssertGreaterThan(viewer.aspect, 1)
            viewer.close()
        }
    }

    /// The turned view has the picture's pixels, each in its new place
    func test_picture_isTurnedClockwise() {
        onMain {
            let (screen, controller) = try Screens.viewer(ofFile: "one-by-one.jpg")
            let stage = Stage(screen.root)
            runLoop(until: "the picture") { stage.redPixels > 0 }
            let before = try Self.middleOfRed(stage)
            stage.press(GDK_KEY_r)
            let after = try Self.middleOfRed(stage)
            let centre = (
                x: Double(gtk_widget_get_width(screen.root.pointer)) / 2,
                y: Double(gtk_widget_get_height(screen.root.pointer)) / 2
            )
            XCTAssertEqual(after.x - centre.x, centre.y - before.y, accuracy: 1.5)
            XCTAssertEqual(after.y - centre.y, before.x - centre.x, accuracy: 1.5)
            controller.stop()
            stage.close()
        }
    }

    @MainActor private static func middleOfRed(_ stage: Stage) throws -> (x: Double, y: Double) {
        let pixels = try Pixels(XCTUnwrap(stage.picture()))
        let red = (0..<pixels.width * pixels.height).filter {
            pixels.bytes[$0 * 4 + 2] > 0xE0 && pixels.bytes[$0 * 4 + 1] < 0x20 && pixels.bytes[$0 * 4] < 0x20
        }
        let count = Double(max(1, red.count))
        return (
            Double(red.reduce(0) { $0 + $1 % pixels.width }) / count,
            Double(red.reduce(0) { $0 + $1 / pixels.width }) / count
        )
    }
}

/// A viewer of two photos, with time controlled by the test.
@MainActor
private struct Viewer {
    let clock = VirtualClock()
    let screen: ImageViewerScreen
    let controller: ImageViewerController<Texture>
    let stage: Stage

    init() {
        let images = (1...2).map {
            Screens.image(
                $0, description: "photo \($0)", location: "Bangor", size: PixelSize(width: 1_600, height: 1_200))
        }
        (screen, controller) = Screens.viewer(images, clock: clock)
        stage = Stage(screen.root).settled()
        gtk_window_set_focus(stage.window.window, nil)
    }

    func close() {
        controller.stop()
        stage.close()
    }

    var controls: [Widget] { screen.root.descendants.filter { $0.hasClass("viewer-control") } }

    var areControlsShown: Bool { !overlay.hasClass("resting") }

    private var overlay: Widget { screen.root.descendants.first { $0.hasClass("viewer") } ?? screen.root }

    private var paintable: OpaquePointer? {
        ImageViewerTests.picture(screen).flatMap { gtk_picture_get_paintable($0.opaque) }
    }

    var hasPicture: Bool {
        paintable != nil && !screen.root.descendants.contains { $0.isVisible && $0.typeName == "GtkSpinner" }
    }

    var aspect: Double { paintable.map(gdk_paintable_get_intrinsic_aspect_ratio) ?? 0 }

    func movePointer(x: Double, y: Double) {
        for controller in overlay.controllers(gtk_event_controller_motion_get_type()) {
            emit("motion", from: controller, [.double(x), .double(y)])
        }
    }

    /// Lets time pass once the controls wait.
    func pass(_ duration: Duration) {
        stage.settle()
        clock.advance(by: duration)
        stage.settle()
    }

    /// Waits until the controls are hidden.
    func rest() {
        runLoop(until: "hidden controls") {
            clock.advance(by: .seconds(2))
            return !areControlsShown
        }
    }
}

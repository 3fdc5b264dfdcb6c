import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The effect of wheels, pointers and fingers on the viewer's picture. The comment above a function is its name.
final class ImageViewerGestureTests: WidgetTestCase {
    /// The wheel enlarges the picture in steps around the pointer, and reduces it until it is whole
    func test_viewer_zoomsByWheel() {
        onMain {
            let view = try PictureView()
            let pointer = (x: 0.3 * view.box.width, y: 0.4 * view.box.height)
            view.move(to: pointer)
            let part = view.part(at: pointer)
            for step in 1...4 {
                XCTAssertTrue(view.turnWheel(by: -1), "the wheel doesn't scroll")
                view.stage.settle()
                XCTAssertEqual(view.scale, pow(1.25, Double(step)), accuracy: 0.01)
                XCTAssertEqual(view.part(at: pointer).x, part.x, accuracy: 0.01)
            }
            // Now it is higher than its box, too.
            let higher = view.part(at: pointer)
            view.turnWheel(by: -1)
            view.stage.settle()
            XCTAssertEqual(view.part(at: pointer).x, higher.x, accuracy: 0.01)
            XCTAssertEqual(view.part(at: pointer).y, higher.y, accuracy: 0.01)
            for step in [4, 3, 2, 1, 0, 0] {
                view.turnWheel(by: 1)
                view.stage.settle()
                XCTAssertEqual(view.scale, pow(1.25, Double(step)), accuracy: 0.01)
            }
            view.close()
        }
    }

    /// Once the pointer has left, the wheel enlarges around the middle
    func test_viewer_zoomsByWheelAroundMiddle() {
        onMain {
            let view = try PictureView()
            view.move(to: (10, 10))
            view.leave()
            for _ in 0..<4 { view.turnWheel(by: -1) }
            view.stage.settle()
            view.expectMiddle()
            view.close()
        }
    }

    /// A real wheel enlarges the picture under a real pointer, whether Ctrl is held or not
    func test_viewer_zoomsByRealWheel() {
        onMain {
            let view = try PictureView()
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            for isControl in [false, true] {
                var bounds = graphene_rect_t()
                let hasBounds = gtk_widget_compute_bounds(view.scroller.pointer, view.stage.window.pointer, &bounds)
                XCTAssertTrue(hasBounds != 0)
                let pointer = (x: 0.3 * view.box.width, y: 0.4 * view.box.height)
                let part = view.part(at: pointer)
                desk.move(x: Double(bounds.origin.x) + pointer.x, y: Double(bounds.origin.y) + pointer.y)
                desk.holdControl(isControl)
                for _ in 0..<4 { desk.turnWheel(isUp: true) }
                runLoop(until: "an enlarged picture") { view.scale > 2.4 }
                view.stage.settle()
                XCTAssertEqual(view.scale, pow(1.25, 4), accuracy: 0.01)
                XCTAssertEqual(view.part(at: pointer).x, part.x, accuracy: 0.01)
                for _ in 0..<4 { desk.turnWheel(isUp: false) }
                runLoop(until: "a whole picture") { view.scale == 1 }
            }
            view.close()
        }
    }

    /// Two fingers enlarge and reduce the picture, from the size at which they began
    func test_viewer_zoomsByPinch() {
        onMain {
            let view = try PictureView()
            for (pinches, expected) in [([1.5, 3, 2], 2.0), ([0.75, 1.5], 3), ([0.5], 1.5), ([0.1], 1), ([2], 2)] {
                view.beginPinch()
                for pinch in pinches { view.pinch(pinch) }
                view.stage.settle()
                XCTAssertEqual(view.scale, expected, accuracy: 0.01)
                view.expectMiddle()
            }
            view.close()
        }
    }

    /// A double click enlarges the picture around the pointer, and the next one shows it whole
    func test_viewer_zoomsByDoubleClick() {
        onMain {
            let view = try PictureView()
            let pointer = (x: 0.7 * view.box.width, y: 0.55 * view.box.height)
            let part = view.part(at: pointer)
            view.press(1, at: pointer)
            view.stage.settle()
            XCTAssertEqual(view.scale, 1, "a single click does nothing")
            view.press(2, at: pointer)
            view.stage.settle()
            XCTAssertEqual(view.scale, 2.5, accuracy: 0.01)
            XCTAssertEqual(view.part(at: pointer).x, part.x, accuracy: 0.01)
            XCTAssertEqual(view.part(at: pointer).y, part.y, accuracy: 0.01)
            view.press(3, at: pointer)
            view.stage.settle()
            XCTAssertEqual(view.scale, 2.5, accuracy: 0.01, "a third click does nothing")
            view.press(1, at: pointer)
            view.press(2, at: pointer)
            view.stage.settle()
            XCTAssertEqual(view.scale, 1)
            view.close()
        }
    }

    /// A drag moves an enlarged picture with the pointer, to its edges, and does nothing to one that is seen whole
    func test_viewer_pansByDrag() {
        onMain {
            let view = try PictureView()
            view.drag(through: [(-200, -100)])
            view.stage.settle()
            XCTAssertEqual(view.scale, 1)
            XCTAssertEqual(view.offset.x, 0)
            XCTAssertEqual(view.offset.y, 0)
            view.press(2, at: (0.5 * view.box.width, 0.5 * view.box.height))
            view.stage.settle()
            for path in [[(-40.0, -30.0), (-60, 20)], [(30, -50)]] {
                let before = view.offset
                view.drag(through: path)
                let (x, y) = path[path.count - 1]
                XCTAssertEqual(view.offset.x, before.x - x, accuracy: 0.01)
                XCTAssertEqual(view.offset.y, before.y - y, accuracy: 0.01)
            }
            view.drag(through: [(10_000, 10_000)])
            XCTAssertEqual(view.offset.x, 0)
            XCTAssertEqual(view.offset.y, 0)
            XCTAssertEqual(view.controller.image.description, "photo 2")
            view.close()
        }
    }

    /// A swipe shows the next photo or the previous one, in the direction in which the language reads
    func test_viewer_changesPhotoBySwipe() {
        onMain {
            for isRightToLeft in [false, true] {
                gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let view = try PictureView()
                let forward = isRightToLeft ? 800.0 : -800
                for (speed, expected) in [
                    (forward, "photo 3"), (forward, "photo 3"), (-forward, "photo 2"), (-forward, "photo 1"),
                    (-forward, "photo 1"), (forward, "photo 2"),
                ] {
                    view.swipe(x: speed, y: 60)
                    XCTAssertEqual(view.controller.image.description, expected, "right to left: \(isRightToLeft)")
                }
                view.close()
            }
        }
    }

    /// A slow swipe, one up or down, and one over an enlarged picture change no photo; nor does a pointer's drag
    func test_viewer_keepsPhotoWithoutSwipe() {
        onMain {
            let view = try PictureView()
            let isTouchOnly = gtk_gesture_single_get_touch_only(
                OpaquePointer(try view.controller(gtk_gesture_swipe_get_type())))
            XCTAssertTrue(isTouchOnly != 0)
            for (x, y) in [(-200.0, 0.0), (200, 0), (-500, 900), (500, -900), (0, 900)] {
                view.swipe(x: x, y: y)
                XCTAssertEqual(view.controller.image.description, "photo 2", "\(x) \(y)")
            }
            view.press(2, at: (100, 100))
            view.stage.settle()
            for x in [-800.0, 800] {
                view.swipe(x: x, y: 0)
                XCTAssertEqual(view.controller.image.description, "photo 2")
            }
            XCTAssertEqual(view.scale, 2.5, accuracy: 0.01)
            view.close()
        }
    }
}

/// A viewer of the second of three photos, and gestures on its picture.
@MainActor
private final class PictureView {
    let controller: ImageViewerController<Texture>
    let stage: Stage
    let scroller: Widget
    private let screen: ImageViewerScreen
    private var whole = 0.0

    init() throws {
        let images = (1...3).map { number in
            Screens.image(
                number, description: "photo \(number)", location: nil, size: PixelSize(width: 1_600, height: 1_200))
        }
        (screen, controller) = Screens.viewer(images, at: 1)
        stage = Stage(screen.root).settled()
        let picture = try XCTUnwrap(ImageViewerTests.picture(screen))
        scroller = Widget(try XCTUnwrap(gtk_widget_get_ancestor(picture.pointer, gtk_scrolled_window_get_type())))
        whole = drawn.width
    }

    func close() {
        controller.stop()
        stage.close()
    }

    // MARK: The visible picture

    /// The size of the picture's visible area.
    var box: (width: Double, height: Double) {
        (gtk_adjustment_get_page_size(horizontal), gtk_adjustment_get_page_size(vertical))
    }

    /// How far the picture is scrolled.
    var offset: (x: Double, y: Double) { (gtk_adjustment_get_value(horizontal), gtk_adjustment_get_value(vertical)) }

    /// How much larger than whole the picture is drawn.
    var scale: Double { drawn.width / whole }

    /// Returns the part of the picture at a point of the box: 0 is its left or upper edge, 1 its right or lower one.
    func part(at point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let (drawn, offset) = (drawn, offset)
        let left = (gtk_adjustment_get_upper(horizontal) - drawn.width) / 2
        let top = (gtk_adjustment_get_upper(vertical) - drawn.height) / 2
        return ((offset.x + point.x - left) / drawn.width, (offset.y + point.y - top) / drawn.height)
    }

    func expectMiddle(file: StaticString = #filePath, line: UInt = #line) {
        let middle = part(at: (box.width / 2, box.height / 2))
        XCTAssertEqual(middle.x, 0.5, accuracy: 0.01, file: file, line: line)
        XCTAssertEqual(middle.y, 0.5, accuracy: 0.01, file: file, line: line)
    }

    /// The size of the drawn picture: the largest with its proportions in the scrollable area.
    private var drawn: (width: Double, height: Double) {
        let width = min(gtk_adjustment_get_upper(horizontal), gtk_adjustment_get_upper(vertical) * 4 / 3)
        return (width, width * 3 / 4)
    }

    private var horizontal: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_hadjustment(scroller.opaque)
    }
    private var vertical: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(scroller.opaque) }

    // MARK: Gestures

    /// Returns the first controller of a type to receive events.
    func controller(_ type: GType) throws -> UnsafeMutableRawPointer {
        try XCTUnwrap(scroller.controllers(type).first, String(cString: g_type_name(type)))
    }

    private func send(_ signal: String, to type: GType, _ arguments: [EmittedArgument]) -> Bool {
        guard let controller = scroller.controllers(type).first else {
            XCTFail("there is no \(String(cString: g_type_name(type)))")
            return false
        }
        return emit(signal, from: controller, arguments)
    }

    func move(to point: (x: Double, y: Double)) {
        _ = send("motion", to: gtk_event_controller_motion_get_type(), [.double(point.x), .double(point.y)])
    }

    func leave() {
        _ = send("leave", to: gtk_event_controller_motion_get_type(), [])
    }

    /// Turns the wheel; less than 0 is up. Returns whether that is handled.
    @discardableResult
    func turnWheel(by steps: Double) -> Bool {
        send("scroll", to: gtk_event_controller_scroll_get_type(), [.double(0), .double(steps)])
    }

    func beginPinch() {
        withoutTouches { _ = send("begin", to: gtk_gesture_zoom_get_type(), [.nothing]) }
    }

    /// Moves two fingers to a distance, relative to the distance at the start.
    func pinch(_ distance: Double) {
        withoutTouches { _ = send("scale-changed", to: gtk_gesture_zoom_get_type(), [.double(distance)]) }
    }

    /// Lets GDK miss the touches of two fingers, which tests can't create: GDK warns, and then uses the picture's
    /// middle.
    private func withoutTouches(_ work: () -> Void) {
        let handler = g_log_set_handler("Gdk", G_LOG_LEVEL_CRITICAL, { _, _, _, _ in }, nil)
        let fatal = g_log_set_always_fatal(G_LOG_LEVEL_ERROR)
        work()
        g_log_set_always_fatal(fatal)
        g_log_remove_handler("Gdk", handler)
    }

    /// - Parameter number: 2 for the second of two quick clicks.
    func press(_ number: Int32, at point: (x: Double, y: Double)) {
        _ = send("pressed", to: gtk_gesture_click_get_type(), [.integer(number), .double(point.x), .double(point.y)])
    }

    /// Drags through points, relative to the start of the drag.
    func drag(through points: [(x: Double, y: Double)]) {
        let drag = gtk_gesture_drag_get_type()
        _ = send("drag-begin", to: drag, [.double(100), .double(100)])
        for (x, y) in points { _ = send("drag-update", to: drag, [.double(x), .double(y)]) }
        if let (x, y) = points.last { _ = send("drag-end", to: drag, [.double(x), .double(y)]) }
    }

    /// Swipes with a speed in pixels a second.
    func swipe(x: Double, y: Double) {
        _ = send("swipe", to: gtk_gesture_swipe_get_type(), [.double(x), .double(y)])
    }
}

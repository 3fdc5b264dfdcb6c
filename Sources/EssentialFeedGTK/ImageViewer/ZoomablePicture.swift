import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// A picture shown in full, enlarged or turned: with the wheel, two fingers, a double click or keys.
final class ZoomablePicture: WidgetOwner {
    /// The size ratio of a zoom step.
    static let step = 1.25
    /// The maximum number of screen pixels per picture pixel, in each direction.
    private static let largestPixel = 4.0
    /// In application pixels. Beyond it, coordinates overflow the numbers used in drawing.
    private static let longestSide = 30_000.0
    /// The minimum speed of a finger at the end of a swipe, in pixels per second.
    private static let swipeSpeed = 300.0

    var onScale: ((Double) -> Void)?
    var onBox: ((PixelSize) -> Void)?
    /// Called when a finger swipes over a picture shown in full; `true` for a swipe to the left.
    var onSwipe: ((Bool) -> Void)?
    private(set) var scale = 1.0

    private let picture: Widget
    private var texture: Texture?
    /// The size of the upright picture, or of its loaded pixels; `nil` if it isn't known.
    private var knownSize: PixelSize?
    /// Whether the size is the whole picture's, not only that of the loaded pixels.
    private var isOriginalKnown = false
    private var turns = 0
    private var box = PixelSize(width: 0, height: 0)
    private var pointer: (x: Double, y: Double)?
    private var dragStart = (x: 0.0, y: 0.0)
    private var pinchStart = 1.0

    init() {
        picture = Widget(gtk_picture_new()).expanding(horizontally: true, vertically: true)
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_CONTAIN)
        gtk_picture_set_can_shrink(picture.opaque, gboolean(1))
        super.init(root: Widget(gtk_scrolled_window_new()).expanding(horizontally: true, vertically: true))
        gtk_scrolled_window_set_child(root.opaque, picture.pointer)
        for adjustment in [horizontal, vertical] {
            Signal.connect(adjustment, "changed") { [weak self] _ in self?.boxMayHaveChanged() }
        }
        Signal.connect(root.raw, "notify::scale-factor") { [weak self] _ in self?.boxMayHaveChanged() }
        addWheel()
        addPinch()
        addDrag()
        addClicks()
        addSwipe()
    }

    func show(_ texture: Texture?) {
        self.texture = texture
        draw()
    }

    var isWhole: Bool { scale == 1 && turns == 0 }
    var paintable: OpaquePointer? { texture?.pointer }

    private func draw() {
        // GTK enlarges a picture to its box, or shows it in its own size.
        let isReduced = isReduced
        gtk_picture_set_content_fit(picture.opaque, isReduced ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_CONTAIN)
        // Before the first layout, the size is unknown.
        let shown = whole.width * scale
        guard let texture, turns != 0 || isReduced && Int(shown.rounded()) != texture.width, shown >= 1 else {
            return gtk_picture_set_paintable(picture.opaque, texture?.pointer)
        }
        let (width, height) =
            isReduced
            ? (whole.width * scale, whole.height * scale) : turned(Double(texture.width), Double(texture.height))
        let paintable = texture.paintable(turns: turns, width: width, height: height)
        gtk_picture_set_paintable(picture.opaque, paintable?.opaque)
    }

    func start(with size: PixelSize?) {
        let wasSideways = isSideways
        (scale, turns) = (1, 0)
        (knownSize, isOriginalKnown) = (size, size != nil)
        requestSize()
        root.setClass("zoomed", false)
        if wasSideways { reportBox() }
    }

    func learn(_ size: PixelSize) { knownSize = size }

    private var isReduced: Bool { scale < 1 || isTiny && scale == 1 }

    /// A tiny picture isn't enlarged until the user zooms in.
    var isTiny: Bool { knownSize?.isTiny ?? false }

    func expectBox(width: Int32, height: Int32) {
        if scale <= 1 { boxMayHaveChanged(width: Double(width), height: Double(height)) }
    }

    func zoom(steps: Double) { zoom(by: pow(Self.step, steps), around: nil) }
    func showWhole() { setScale(1, around: nil) }

    /// Shows one picture pixel as one screen pixel, if the picture's size is known.
    func showOriginalScale() { if isOriginalKnown { setScale(originalScale, around: nil) } }

    /// The zoom level: 100 if one picture pixel is one screen pixel; `nil` if the picture's size is unknown.
    var percent: Int? { isOriginalKnown ? Int((100 * scale / originalScale).rounded()) : nil }

    func turn(by quarters: Int) {
        setScale(1, around: nil)
        let wasSideways = isSideways
        turns = (turns + quarters + 4) % 4
        draw()
        if isSideways != wasSideways { reportBox() }
    }

    private var isSideways: Bool { turns % 2 == 1 }

    private func turned<Length>(_ width: Length, _ height: Length) -> (Length, Length) {
        isSideways ? (height, width) : (width, height)
    }

    private var size: PixelSize {
        let (width, height) = turned(knownSize?.width ?? 4, knownSize?.height ?? 3)
        return PixelSize(width: width, height: height)
    }

    private func zoom(by factor: Double, around point: (x: Double, y: Double)?) {
        setScale(scale * factor, around: point)
    }

    /// The point in the box stays in place; `nil` for the middle.
    private func setScale(_ wanted: Double, around point: (x: Double, y: Double)?) {
        let new = min(max(wanted, minimumScale), maximumScale)
        guard new != scale else { return }
        let (old, oldScale) = (whole, scale)
        scale = new
        draw()
        let (width, height) = (old.width * new, old.height * new)
        requestSize()
        move(horizontal, from: old.width * oldScale, to: width, point?.x)
        move(vertical, from: old.height * oldScale, to: height, point?.y)
        root.setClass("zoomed", new > 1)
        onScale?(new)
    }

    /// Scrolls to keep a point of the picture in place while the picture's length changes.
    private func move(
        _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, from old: Double, to new: Double, _ point: Double?
    ) {
        let page = gtk_adjustment_get_page_size(adjustment)
        let point = point ?? page / 2
        let margin = max(0, (page - old) / 2)
        let part = old > 0 ? (gtk_adjustment_get_value(adjustment) + point - margin) / old : 0.5
        let newMargin = max(0, (page - new) / 2)
        // The next layout sets the same length.
        gtk_adjustment_set_upper(adjustment, max(page, new.rounded()))
        gtk_adjustment_set_value(adjustment, newMargin + part * new - point)
    }

    /// The size of the whole picture in the box, in application pixels.
    private var whole: (width: Double, height: Double) {
        let factor = isTiny ? min(1 / pixelsPerLength, fittingFactor) : fittingFactor
        return (Double(size.width) * factor, Double(size.height) * factor)
    }

    /// The application pixels per picture pixel at which the picture fits into the box.
    private var fittingFactor: Double {
        min(
            gtk_adjustment_get_page_size(horizontal) / Double(max(1, size.width)),
            gtk_adjustment_get_page_size(vertical) / Double(max(1, size.height)))
    }

    private var pixelsPerLength: Double { Double(gtk_widget_get_scale_factor(root.pointer)) }
    private var originalScale: Double { Double(size.width) / max(1, whole.width * pixelsPerLength) }

    /// A picture smaller than its box can be reduced to its original scale.
    private var minimumScale: Double { isOriginalKnown ? min(1, originalScale) : 1 }

    private var maximumScale: Double {
        let useful = max(
            4 * fittingFactor * Double(size.width) / max(1, whole.width), Self.largestPixel * originalScale)
        return max(1, min(useful, Self.longestSide / max(1, whole.width, whole.height)))
    }

    /// Scrolls by a fraction of the box. Returns whether the picture is larger than the box.
    func pan(right: Double, down: Double) -> Bool {
        guard scale > 1 else { return false }
        for (adjustment, part) in [(horizontal, right), (vertical, down)] {
            let distance = part * gtk_adjustment_get_page_size(adjustment)
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
        }
        return true
    }

    /// Waits for the end of the layout: GTK doesn't place a picture that changes during one.
    private func boxMayHaveChanged() {
        MainLoop.afterLayout { [weak self] in
            guard let self else { return }
            boxMayHaveChanged(
                width: gtk_adjustment_get_page_size(horizontal), height: gtk_adjustment_get_page_size(vertical))
            if isReduced { draw() }
        }
    }

    private func boxMayHaveChanged(width: Double, height: Double) {
        let now = PixelSize(width: Int(width * pixelsPerLength), height: Int(height * pixelsPerLength))
        guard now != box, now.width > 1, now.height > 1 else { return }
        box = now
        if scale > 1 { requestSize() }
        reportBox()
    }

    private func reportBox() {
        let (width, height) = turned(box.width, box.height)
        onBox?(PixelSize(width: width, height: height))
    }

    private func requestSize() {
        guard scale > 1 else { return gtk_widget_set_size_request(picture.pointer, -1, -1) }
        let (width, height) = whole
        gtk_widget_set_size_request(
            picture.pointer, Int32((width * scale).rounded()), Int32((height * scale).rounded()))
    }

    private var horizontal: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_hadjustment(root.opaque) }
    private var vertical: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(root.opaque) }

    private func addWheel() {
        let motion = gtk_event_controller_motion_new()
        let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
        Signal.connect(motion, "motion") { [weak self] in self?.pointer = ($0.double(1), $0.double(2)) }
        Signal.connect(motion, "leave") { [weak self] _ in self?.pointer = nil }
        gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE)
        Signal.connect(scroll, "scroll") { [weak self] arguments in
            let device = gtk_event_controller_get_current_event_device(scroll)
            let isTouchpad = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHPAD } ?? false
            let modifiers = gtk_event_controller_get_current_event_state(scroll)
            let isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
            // Two fingers on a touchpad move the picture.
            guard let self, !isTouchpad || isControl else { return arguments.answer(false) }
            zoom(by: pow(Self.step, -arguments.double(2)), around: pointer)
            arguments.answer(true)
        }
        gtk_widget_add_controller(root.pointer, motion)
        gtk_widget_add_controller(root.pointer, scroll)
    }

    private func addPinch() {
        let pinch = gtk_gesture_zoom_new()
        Signal.connect(pinch, "begin") { [weak self] _ in
            guard let self else { return }
            pinchStart = scale
            gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        Signal.connect(pinch, "scale-changed") { [weak self] arguments in
            guard let self else { return }
            var (x, y) = (0.0, 0.0)
            let hasCentre = gtk_gesture_get_bounding_box_center(pinch, &x, &y) != 0
            setScale(pinchStart * arguments.double(1), around: hasCentre ? (x, y) : nil)
        }
        gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(root.pointer, pinch)
    }

    private func addDrag() {
        let drag = gtk_gesture_drag_new()
        Signal.connect(drag, "drag-begin") { [weak self] _ in
            guard let self, scale > 1 else { return }
            dragStart = (gtk_adjustment_get_value(horizontal), gtk_adjustment_get_value(vertical))
        }
        Signal.connect(drag, "drag-update") { [weak self] arguments in
            guard let self, scale > 1 else { return }
            gtk_adjustment_set_value(horizontal, dragStart.x - arguments.double(1))
            gtk_adjustment_set_value(vertical, dragStart.y - arguments.double(2))
        }
        gtk_widget_add_controller(root.pointer, drag)
    }

    private func addClicks() {
        let click = gtk_gesture_click_new()
        Signal.connect(click, "pressed") { [weak self] arguments in
            guard let self, arguments.integer(1) == 2 else { return }
            let point = (x: arguments.double(2), y: arguments.double(3))
            setScale(scale > 1 ? 1 : Self.doubleClickScale, around: point)
        }
        gtk_widget_add_controller(root.pointer, click)
    }

    private static let doubleClickScale = 2.5

    private func addSwipe() {
        let swipe = gtk_gesture_swipe_new()
        gtk_gesture_single_set_touch_only(swipe, gboolean(1))
        Signal.connect(swipe, "swipe") { [weak self] arguments in
            let (x, y) = (arguments.double(1), arguments.double(2))
            guard let self, scale <= 1, abs(x) > Self.swipeSpeed, abs(x) > abs(y) else { return }
            onSwipe?(x < 0)
        }
        gtk_widget_add_controller(root.pointer, swipe)
    }
}

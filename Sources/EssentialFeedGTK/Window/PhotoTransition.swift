import CAdwaita
package import GtkKit

/// A photo that grows from its card into the viewer, and shrinks back, over the window's screens. Nothing is shown if
/// the desktop turns animations off.
package final class PhotoTransition: WidgetOwner {
    private static let duration = Duration.milliseconds(250)
    /// How many frames a card may need to be on the screen again.
    private static let patience = 8

    private let navigator: Navigator
    private let layer = Widget(gtk_fixed_new())
    private let left = Widget(gtk_picture_new())
    private let photo = Widget(gtk_picture_new())
    private var frames: FrameTimes?
    private var move: Move?

    struct Place: Equatable {
        var x, y, width, height: Double
    }

    private struct Move {
        var start: Place
        let end: () -> Place?
        var began: Duration?
        var waited = 0
    }

    package init(over navigator: Navigator) {
        self.navigator = navigator
        super.init(root: Widget(gtk_overlay_new()))
        gtk_overlay_set_child(root.opaque, navigator.root.pointer)
        gtk_overlay_add_overlay(root.opaque, layer.pointer)
        gtk_widget_set_can_target(layer.pointer, gboolean(0))
        for picture in [left, photo] {
            gtk_picture_set_can_shrink(picture.opaque, gboolean(1))
            gtk_fixed_put(layer.cast(), picture.pointer, 0, 0)
        }
        gtk_picture_set_content_fit(photo.opaque, GTK_CONTENT_FIT_COVER)
        layer.isVisible = false
        frames = FrameTimes(of: root) { [weak self] in self?.draw(at: $0) }
    }

    /// The card's picture is `nil` if it isn't on the screen.
    package func grow(from card: Widget?, to area: Widget, open: () -> Void) {
        guard let card, let start = place(of: card), let paintable = gtk_picture_get_paintable(card.opaque) else {
            return open()
        }
        run(paintable, Move(start: start) { [weak self] in self?.place(of: paintable, in: area) }, open)
    }

    /// `card` returns the card's picture; `nil` while it isn't on the screen. `close` shows the feed.
    package func shrink(
        _ paintable: OpaquePointer?, in area: Widget, to card: @escaping () -> Widget?, close: () -> Void
    ) {
        guard let paintable, let start = place(of: paintable, in: area) else { return close() }
        run(paintable, Move(start: start) { [weak self] in card().flatMap { self?.place(of: $0) } }, close)
    }

    private func run(_ paintable: OpaquePointer, _ move: Move, _ change: () -> Void) {
        guard adw_get_enable_animations(root.pointer) != 0, root.isMapped,
            let live = gtk_widget_paintable_new(navigator.root.pointer)
        else { return change() }
        let image = gdk_paintable_get_current_image(live)
        gtk_picture_set_paintable(left.opaque, image)
        gtk_picture_set_paintable(photo.opaque, paintable)
        g_object_unref(image.map { UnsafeMutableRawPointer($0) })
        g_object_unref(UnsafeMutableRawPointer(live))
        self.move = move
        gtk_widget_set_size_request(
            left.pointer, gtk_widget_get_width(root.pointer), gtk_widget_get_height(root.pointer))
        gtk_widget_set_opacity(left.pointer, 1)
        put(move.start)
        layer.isVisible = true
        frames?.isOn = true
        navigator.withoutSliding(change)
    }

    private func draw(at time: Duration) {
        guard var move else { return }
        defer { if self.move != nil { self.move = move } }
        guard let end = move.end() else {
            move.waited += 1
            if move.waited > Self.patience { stop() }
            return
        }
        let began = move.began ?? time
        move.began = began
        let part = min(1, (time - began) / Self.duration)
        let eased = 1 - (1 - part) * (1 - part) * (1 - part)
        let between = { (from: Double, to: Double) in from + (to - from) * eased }
        put(
            Place(
                x: between(move.start.x, end.x), y: between(move.start.y, end.y),
                width: between(move.start.width, end.width), height: between(move.start.height, end.height)))
        gtk_widget_set_opacity(left.pointer, 1 - eased)
        if part >= 1 { stop() }
    }

    private func stop() {
        move = nil
        frames?.isOn = false
        layer.isVisible = false
        for picture in [left, photo] { gtk_picture_set_paintable(picture.opaque, nil) }
    }

    private func put(_ place: Place) {
        gtk_widget_set_size_request(photo.pointer, Int32(place.width.rounded()), Int32(place.height.rounded()))
        gtk_fixed_move(layer.cast(), photo.pointer, place.x, place.y)
    }

    private func place(of widget: Widget) -> Place? {
        guard widget.isMapped, let bounds = widget.bounds(in: root), bounds.size.width > 0, bounds.size.height > 0
        else { return nil }
        return Place(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    private func place(of paintable: OpaquePointer, in area: Widget) -> Place? {
        let aspect = gdk_paintable_get_intrinsic_aspect_ratio(paintable)
        guard let area = place(of: area), aspect > 0 else { return nil }
        let width = min(area.width, area.height * aspect)
        let height = width / aspect
        return Place(
            x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width, height: height)
    }
}

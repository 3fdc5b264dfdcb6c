import CAdwaita
import GtkKit

/// Detects a finger that pulls a list down at its top. GTK also reports pulling for a wheel that keeps turning there;
/// neither that nor a fling counts.
final class TouchPull {
    var onPulled: (() -> Void)?
    private let scroller: Widget
    /// Whether the most recent pointer is a finger that touched the list while it was at its top.
    private var isPulling = false

    init(_ scroller: Widget) {
        self.scroller = scroller
        guard let events = gtk_event_controller_legacy_new() else { preconditionFailure("GTK made no controller") }
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        Signal.connect(UnsafeMutableRawPointer(events), "event") { [weak self] arguments in
            arguments.answer(false)
            if let event = gtk_event_controller_get_current_event(events) { self?.see(gdk_event_get_event_type(event)) }
        }
        gtk_widget_add_controller(scroller.pointer, events)
        Signal.connect(scroller.raw, "edge-overshot") { [weak self] arguments in
            if arguments.enumeration(1) == Int32(GTK_POS_TOP.rawValue) { self?.overshoot() }
        }
    }

    /// Handles a pointer event.
    func see(_ event: GdkEventType) {
        switch event {
        case GDK_TOUCH_BEGIN:
            isPulling = gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroller.opaque)) <= 0
        case GDK_TOUCH_UPDATE, GDK_TOUCH_END: break
        default: isPulling = false
        }
    }

    private func overshoot() {
        guard isPulling else { return }
        isPulling = false
        onPulled?()
    }
}

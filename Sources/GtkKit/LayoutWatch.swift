import CAdwaita
import CGtkKit

/// Calls its handler after each layout of the window that a widget is in, before anything of it is drawn. What the handler
/// changes is laid out anew in the same frame. Watches while the widget is mapped.
public final class LayoutWatch {
    private let widget: Widget
    private let onLayout: () -> Void
    private var watched: (clock: ObjectReference, id: UInt)?

    /// Creates a watch of a widget, which must outlive it.
    /// - Parameters:
    ///   - widget: The widget whose window is watched.
    ///   - onLayout: Called after each layout.
    public init(_ widget: Widget, onLayout: @escaping () -> Void) {
        self.widget = widget
        self.onLayout = onLayout
        Signal.connect(widget, "map") { [weak self] in self?.begin() }
        Signal.connect(widget, "unmap") { [weak self] in self?.end() }
    }

    private func begin() {
        guard watched == nil, let clock = gtk_widget_get_frame_clock(widget.pointer) else { return }
        let raw = UnsafeMutableRawPointer(clock)
        // GDK lays the window out in a handler of this signal that it has connected earlier.
        let id = Signal.connect(raw, "layout") { [weak self] _ in self?.onLayout() }
        watched = (ObjectReference(raw), id)
    }

    private func end() {
        guard let (clock, id) = watched else { return }
        watched = nil
        Signal.disconnect(clock.pointer, id)
    }
}

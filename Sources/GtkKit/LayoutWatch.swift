import CAdwaita
import CGtkKit

/// Calls its handler after each layout of a widget's window, before anything is drawn. Changes in the handler are laid
/// out in the same frame. Watches while the widget is mapped.
public final class LayoutWatch {
    private let widget: Widget
    private let onLayout: () -> Void
    private var watched: (clock: ObjectReference, id: UInt)?

    /// Watches a widget, which must outlive this object.
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
        // GDK lays out the window in a handler of this signal that it connected earlier.
        let id = Signal.connect(raw, "layout") { [weak self] _ in self?.onLayout() }
        watched = (ObjectReference(raw), id)
    }

    private func end() {
        guard let (clock, id) = watched else { return }
        watched = nil
        Signal.disconnect(clock.pointer, id)
    }
}

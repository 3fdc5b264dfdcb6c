import CAdwaita

/// Something that begins each time a widget appears on the screen, and ends when the widget disappears.
/// The widget must outlive this object.
@MainActor
package final class WhileMapped {
    private var end: (() -> Void)?

    /// `begin` begins the work and returns what ends it; `nil` if it couldn't begin.
    package init(_ widget: Widget, begin: @escaping () -> (() -> Void)?) {
        Signal.connect(widget, "map") { [weak self] in
            if let self, end == nil { end = begin() }
        }
        Signal.connect(widget, "unmap") { [weak self] in
            guard let self, let end else { return }
            self.end = nil
            end()
        }
    }

    /// Reports whether the user can see a widget: it is on the screen, and its window is in the foreground. `onChange`
    /// may be called with the same value again.
    package convenience init(watching widget: Widget, onChange: @escaping (Bool) -> Void) {
        self.init(widget) {
            guard let root = gtk_widget_get_root(widget.pointer) else { return nil }
            let window = ObjectReference(root)
            let report = {
                onChange(gtk_window_is_active(window.cast()) != 0)
            }
            let handler = Signal.connect(window.pointer, "notify::is-active") { _ in report() }
            report()
            return {
                Signal.disconnect(window.pointer, handler)
                onChange(false)
            }
        }
    }

    /// Calls its handler after each layout of a widget's window, before anything is drawn. Changes in the handler are
    /// laid out in the same frame.
    package convenience init(layingOut widget: Widget, onLayout: @escaping () -> Void) {
        self.init(widget) {
            guard let pointer = gtk_widget_get_frame_clock(widget.pointer) else { return nil }
            let clock = ObjectReference(pointer)
            // GDK lays out the window in a handler of this signal, connected earlier.
            let handler = Signal.connect(clock.pointer, "layout") { _ in onLayout() }
            return { Signal.disconnect(clock.pointer, handler) }
        }
    }
}

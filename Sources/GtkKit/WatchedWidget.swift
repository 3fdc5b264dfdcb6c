import CAdwaita

/// Reports whether the user can see a widget: it is on the screen, and its window is in the foreground.
public final class WatchedWidget {
    private let widget: Widget
    private let onChange: (Bool) -> Void
    private var attached: (window: ObjectReference, handler: UInt)?

    /// Watches a widget, which must outlive this object.
    /// - Parameters:
    ///   - widget: The widget.
    ///   - onChange: Receives whether the widget can be seen. May be called with the same value again.
    public init(_ widget: Widget, onChange: @escaping (Bool) -> Void) {
        self.widget = widget
        self.onChange = onChange
        Signal.connect(widget, "map") { [weak self] in self?.attach() }
        Signal.connect(widget, "unmap") { [weak self] in self?.detach() }
    }

    private func attach() {
        guard attached == nil, let root = gtk_widget_get_root(widget.pointer) else { return }
        let window = UnsafeMutableRawPointer(root)
        let handler = Signal.connect(window, "notify::is-active") { [weak self] _ in self?.report() }
        attached = (ObjectReference(window), handler)
        report()
    }

    private func detach() {
        guard let (window, handler) = attached else { return }
        attached = nil
        Signal.disconnect(window.pointer, handler)
        onChange(false)
    }

    private func report() {
        guard let (window, _) = attached else { return }
        onChange(gtk_window_is_active(window.pointer.assumingMemoryBound(to: GtkWindow.self)) != 0)
    }
}

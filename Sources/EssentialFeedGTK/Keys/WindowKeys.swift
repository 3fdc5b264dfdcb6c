import CAdwaita
import CGtkKit
import GtkKit

/// Receives the window's keys while a widget is on the screen, before the window's other widgets and even if no widget
/// has the focus.
final class WindowKeys {
    /// A key with its modifiers.
    typealias Press = (key: guint, modifiers: GdkModifierType)

    private let widget: Widget
    private let onPress: (Press) -> Bool
    private var attached: (window: ObjectReference, controller: OpaquePointer)?

    /// - Parameter onPress: Returns whether it has handled the key.
    init(_ widget: Widget, onPress: @escaping (Press) -> Bool) {
        self.widget = widget
        self.onPress = onPress
        Signal.connect(widget, "map") { [weak self] in self?.attach() }
        Signal.connect(widget, "unmap") { [weak self] in self?.detach() }
    }

    /// The window, while the widget is on the screen.
    var window: ObjectReference? { attached?.window }

    /// Whether an open menu receives the keys.
    var isOverlaid: Bool {
        guard let window, let focus = gtk_root_get_focus(OpaquePointer(window.pointer)) else { return false }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
    }

    private func attach() {
        guard attached == nil, let root = gtk_widget_get_root(widget.pointer),
            let controller = gtk_event_controller_key_new()
        else { return }
        let window = UnsafeMutableRawPointer(root)
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        Signal.connect(UnsafeMutableRawPointer(controller), "key-pressed") { [weak self] arguments in
            arguments.answer(self?.onPress((guint(arguments.unsigned(1)), arguments.modifiers(3))) ?? false)
        }
        gtk_widget_add_controller(gtkkit_widget(window), controller)
        attached = (ObjectReference(window), controller)
    }

    private func detach() {
        guard let (window, controller) = attached else { return }
        attached = nil
        gtk_widget_remove_controller(gtkkit_widget(window.pointer), controller)
    }
}
